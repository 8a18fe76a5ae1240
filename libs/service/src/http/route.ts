import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import type { Endpoint } from '@segue/contracts';
import type { z } from 'zod';

export const ENDPOINT = 'segue:endpoint';
export const OPEN = 'segue:open';

/**
 * Mounts a controller method on its contract: method, path, access and validation follow from the constant, and
 * the compiler refuses a method whose answer does not fit.
 */
export const Route =
  <R extends z.ZodType>(endpoint: Endpoint<z.ZodType, R>) =>
  <M extends (...args: never[]) => Promise<z.input<R>> | z.input<R>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void =>
    applyDecorators(
      RequestMapping({ path: endpoint.path, method: RequestMethod[endpoint.method] }),
      HttpCode(200),
      SetMetadata(ENDPOINT, endpoint),
    )(target, key, descriptor);

/** Marks the few addresses outside the contract (health, metrics) that need no caller. */
export const Open = () => SetMetadata(OPEN, true);

import { Body, Controller, Get, Headers, HttpException, Param, Query } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type BodyOf, endpointsOf, type EventEnvelope, type ParamsOf, type QueryOf } from '@segue/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import { Route } from '../http/route.js';
import { type ActingUser, type SessionUser, User } from '../http/user.decorator.js';
import { currentRequestId } from '../logging/request-context.js';

const endpoint = endpointsOf('billing');
const Anything = z.unknown();

export const echo = endpoint({
  method: 'POST',
  path: '/api/sample/echo/:place',
  access: 'public',
  params: z.object({ place: z.string().regex(/^[a-z]+$/, 'must be small letters') }),
  query: z.object({ times: z.coerce.number().int().default(1) }),
  body: z.object({ name: z.string().trim().min(1, 'must not be empty'), tags: z.array(z.string()).default([]) }),
  response: Anything,
});
export const ping = endpoint({ method: 'POST', path: '/api/sample/ping', access: 'public', response: Anything });
export const fail = endpoint({
  method: 'GET',
  path: '/api/sample/fail/:how',
  access: 'public',
  params: z.object({ how: z.string() }),
  response: Anything,
});
export const mine = endpoint({ method: 'GET', path: '/api/sample/mine', access: 'member', response: Anything });
export const admins = endpoint({ method: 'GET', path: '/api/sample/admins', access: 'admin', response: Anything });
export const inside = endpoint({ method: 'POST', path: '/internal/sample', access: 'service', response: Anything });

const SECRET_CAUSE = 'SELECT password_hash FROM accounts -- /srv/segue/db.ts mia@segue.test';
const FAILURES: Record<string, () => unknown> = {
  unknown: () => new Error(SECRET_CAUSE),
  'not-an-error': () => SECRET_CAUSE,
  database: () => Object.assign(new Error(SECRET_CAUSE), { code: '57P01' }),
  http: () => new HttpException({ message: SECRET_CAUSE, stack: SECRET_CAUSE }, 403),
  app: () =>
    new AppError('platform_busy', { secret: SECRET_CAUSE }, { cause: new Error(SECRET_CAUSE), retryAfterSeconds: 7 }),
};

/** One route of each kind of access, and two that forgot to say theirs. */
@Controller()
export class SampleController {
  @Route(echo)
  echo(
    @Param() params: ParamsOf<typeof echo>,
    @Query() query: QueryOf<typeof echo>,
    @Body() body: BodyOf<typeof echo>,
  ): unknown {
    return { params, query, body, polluted: 'polluted' in {}, requestId: currentRequestId() };
  }

  @Route(ping)
  async ping(@Headers('x-pause-ms') pauseMs?: string): Promise<unknown> {
    await pause(Number(pauseMs ?? 0));
    return { requestId: currentRequestId() };
  }

  @Route(fail)
  fail(@Param() { how }: ParamsOf<typeof fail>): unknown {
    throw FAILURES[how]?.();
  }

  @Route(mine)
  mine(@User() user: SessionUser): unknown {
    return { userId: user._id };
  }

  @Route(admins)
  admins(): unknown {
    return { secret: 'of administrators' };
  }

  @Route(inside)
  inside(@User() user: ActingUser): unknown {
    return { userId: user._id };
  }

  @Get('api/sample/forgotten')
  forgotten(): unknown {
    return { secret: 'nobody said who may read this' };
  }
}

/** Hears what billing hears. Tests say what a handler does. */
@Controller()
export class SampleListeners {
  static onDeleted: (event: EventEnvelope<'user.deleted'>) => Promise<void> = async () => undefined;

  @EventPattern('user.deleted')
  forget(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    return SampleListeners.onDeleted(event);
  }
}

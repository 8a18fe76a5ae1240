import { z } from 'zod';
import type { ServiceName } from './services.js';

/** Who may call a route: anybody, a signed-in member, an administrator, or another of our services. */
export type Access = 'public' | 'member' | 'admin' | 'service';

/** One route. Controller, guard, validation, gateway table, web client and OpenAPI document all come from it. */
export interface Endpoint<
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> {
  /** The service that answers. */
  readonly owner: ServiceName;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/api/...` is reachable through the gateway, `/internal/...` never is. `:name` marks a parameter. */
  readonly path: `/api/${string}` | `/internal/${string}`;
  readonly access: Access;
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly response: Response;
  /** Largest request body in bytes; `DEFAULT_BODY_LIMIT_BYTES` unless said. */
  readonly bodyLimitBytes: number;
  /** The handler gets the body's bytes unread, because a signature covers them. */
  readonly rawBody: boolean;
  /** How long the gateway or a calling service waits for the answer, in ms; `DEFAULT_TIMEOUT_MS` unless said. */
  readonly timeoutMs: number;
}

/** Bodies of ordinary routes, in bytes (100 kB). */
export const DEFAULT_BODY_LIMIT_BYTES = 100 * 1024;
/** Ordinary routes answer within this, in ms. */
export const DEFAULT_TIMEOUT_MS = 20_000;

/** The schema of a request without a body. */
export const noBody = z
  .unknown()
  .optional()
  .transform(() => undefined);
/** The schema of a route without path parameters or query. */
export const nothing = z.object({});

type Declared<B, R, P, Q> = Pick<Endpoint, 'method' | 'path' | 'access'> & {
  response: R;
  body?: B;
  params?: P;
  query?: Q;
  bodyLimitBytes?: number;
  rawBody?: boolean;
  timeoutMs?: number;
};

/** Makes the `endpoint()` function of one service's contract file. */
export const endpointsOf =
  (owner: ServiceName) =>
  <
    R extends z.ZodType,
    B extends z.ZodType = typeof noBody,
    P extends z.ZodType = typeof nothing,
    Q extends z.ZodType = typeof nothing,
  >(
    declared: Declared<B, R, P, Q>,
  ): Endpoint<B, R, P, Q> => ({
    bodyLimitBytes: DEFAULT_BODY_LIMIT_BYTES,
    rawBody: false,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    ...declared,
    owner,
    body: (declared.body ?? noBody) as B,
    params: (declared.params ?? nothing) as P,
    query: (declared.query ?? nothing) as Q,
  });

/** The checked body of a route, as its controller gets it. */
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
/** The body as a caller writes it (before defaults). */
export type BodyInputOf<E extends Endpoint> = z.input<E['body']>;
export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** Fills `:name` parts of an endpoint's path, each value percent-encoded. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

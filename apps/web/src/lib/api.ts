import {
  type BodyInputOf,
  type Endpoint,
  type ErrorBody,
  type ErrorCode,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ResponseOf,
} from '@segue/contracts';
import { reportEndedSession } from './ended-session.js';
import { readToken } from './token.js';

/** What went wrong, as the server said it. `network`: no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode | 'network' | 'unknown';
  readonly status: number;
  readonly details: NonNullable<ErrorBody['details']>;
  readonly availableAt: string | null;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;

  constructor(status: number, body: Partial<ErrorBody>, options?: ErrorOptions & { network?: boolean }) {
    super(body.message ?? body.error ?? '', options);
    this.status = status;
    this.code = options?.network ? 'network' : (body.code ?? 'unknown');
    this.details = body.details ?? [];
    this.availableAt = body.availableAt ?? null;
    this.retryAfterSeconds = body.retryAfterSeconds ?? null;
    this.requestId = body.requestId ?? null;
  }
}

interface CallOptions<E extends Endpoint> {
  body?: BodyInputOf<E>;
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  signal?: AbortSignal;
  /** Repeating a call with the same key never writes twice. */
  idempotencyKey?: string;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

/** Calls a route of the contract. Throws an `ApiError`, or the signal's `AbortError`. */
export async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<ResponseOf<E>> {
  const token = readToken();
  const response = await send(endpoint, options, token);
  const answer = await readJson(response);
  if (response.ok) return answer as ResponseOf<E>;

  const error = new ApiError(response.status, withRetryAfter(answer, response));
  if (error.code === 'unauthenticated' && token !== null && token === readToken()) reportEndedSession();
  throw error;
}

async function send(endpoint: Endpoint, options: CallOptions<Endpoint>, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  try {
    return await fetch(addressOf(endpoint, options), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    const message = 'Segue could not be reached. Please check your connection.';
    throw new ApiError(0, { message }, { cause, network: true });
  }
}

function addressOf(endpoint: Endpoint, options: CallOptions<Endpoint>): string {
  const query = new URLSearchParams(options.query as Record<string, string> | undefined).toString();
  return pathOf(endpoint, options.params as Record<string, string> | undefined) + (query && `?${query}`);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // A proxy's page or an empty body: the status alone has to tell.
    return {};
  }
}

function withRetryAfter(answer: unknown, response: Response): Partial<ErrorBody> {
  const body: Partial<ErrorBody> = typeof answer === 'object' && answer !== null ? answer : {};
  const header = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(header) ? { retryAfterSeconds: header, ...body } : body;
}

/** The server's sentence, or `fallback` when there is none. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message !== '' ? error.message : fallback;

export const hasCode = (error: unknown, ...codes: ApiError['code'][]): boolean =>
  error instanceof ApiError && codes.includes(error.code);

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

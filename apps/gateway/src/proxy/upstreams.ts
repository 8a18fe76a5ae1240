import { type Endpoint, SERVICES, type ServiceName } from '@segue/contracts';
import { AppError, type BaseEnv, serviceUrls } from '@segue/service';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, Pool } from 'undici';
import { answeredHeaders, forwardedHeaders, type RequestOrigin } from './headers.js';
import { requestBody } from './request-body.js';

const CONNECTIONS_PER_SERVICE = 64;
const CONNECT_TIMEOUT_MS = 2000;
/** What a client is told to wait when a service is away. */
const RETRY_AFTER_SECONDS = 2;

/** One connection pool for each service, and the one hop a request makes. */
export class Upstreams {
  private readonly pools: ReadonlyMap<ServiceName, Pool>;

  constructor(env: BaseEnv) {
    const urls = serviceUrls(env);
    const options = { connections: CONNECTIONS_PER_SERVICE, connect: { timeout: CONNECT_TIMEOUT_MS } };
    this.pools = new Map(SERVICES.map((name) => [name, new Pool(urls[name], options)]));
  }

  /**
   * Streams the request to the owner of the route and its answer back. A client that leaves ends the hop.
   * @throws AppError `service_unavailable` when the owner is away or too slow.
   */
  async forward(
    request: IncomingMessage,
    response: ServerResponse,
    endpoint: Endpoint,
    origin: RequestOrigin,
  ): Promise<void> {
    const pool = this.pools.get(endpoint.owner);
    if (!pool) throw new AppError('not_found');
    const abort = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) abort.abort();
    });
    try {
      await pool.stream(
        {
          path: request.url ?? '/',
          method: endpoint.method,
          headers: forwardedHeaders(request, origin),
          body: requestBody(request, endpoint),
          headersTimeout: endpoint.timeoutMs,
          bodyTimeout: endpoint.timeoutMs,
          signal: abort.signal,
        },
        ({ statusCode, headers }) => response.writeHead(statusCode, answeredHeaders(headers)),
      );
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      if (abort.signal.aborted) return;
      const slow = cause instanceof errors.HeadersTimeoutError || cause instanceof errors.BodyTimeoutError;
      throw new AppError(
        'service_unavailable',
        { service: endpoint.owner, slow },
        { cause, retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }
}

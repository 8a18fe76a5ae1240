import { DEFAULT_TIMEOUT_MS, type Endpoint, SERVICES, type ServiceName } from '@segue/contracts';
import { AppError, type BaseEnv, serviceUrls } from '@segue/service';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, Pool } from 'undici';
import { answeredHeaders, forwardedHeaders, type RequestOrigin } from './headers.js';
import { requestBody } from './request-body.js';

/** Requests a service works at. Routes that take minutes wait for a platform, cost little, and have their own. */
const QUICK_CONNECTIONS = 128;
const SLOW_CONNECTIONS = 1024;
/** Requests that wait for one to be done. More would wait so long that nobody wants their answer any more. */
const LONGEST_QUEUE = 128;
const CONNECT_TIMEOUT_MS = 2000;
/** What a client is told to wait when a service is away. */
const RETRY_AFTER_SECONDS = 2;

interface Pools {
  readonly quick: Pool;
  readonly slow: Pool;
}

/** Connection pools for each service, and the one hop a request makes. */
export class Upstreams {
  private readonly pools: ReadonlyMap<ServiceName, Pools>;

  constructor(env: BaseEnv) {
    const urls = serviceUrls(env);
    const poolOf = (name: ServiceName, connections: number) =>
      new Pool(urls[name], { connections, connect: { timeout: CONNECT_TIMEOUT_MS } });
    this.pools = new Map(
      SERVICES.map((name) => [name, { quick: poolOf(name, QUICK_CONNECTIONS), slow: poolOf(name, SLOW_CONNECTIONS) }]),
    );
  }

  /** Asked before anything else is done for a request: under overload a refusal has to be cheap. */
  assertRoom(endpoint: Endpoint): void {
    if (this.poolOf(endpoint).stats.queued < LONGEST_QUEUE) return;
    throw new AppError(
      'service_unavailable',
      { service: endpoint.owner, full: true },
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  private poolOf({ owner, timeoutMs }: Endpoint): Pool {
    const pools = this.pools.get(owner);
    if (!pools) throw new AppError('not_found');
    return timeoutMs > DEFAULT_TIMEOUT_MS ? pools.slow : pools.quick;
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
    const pool = this.poolOf(endpoint);
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
    await Promise.all([...this.pools.values()].flatMap(({ quick, slow }) => [quick.close(), slow.close()]));
  }
}

import { Injectable } from '@nestjs/common';
import type { Endpoint } from '@segue/contracts';
import { acceptRequestId, AppError, networkOf, SERVICE_TOKEN_HEADER, ServiceTokens, toAppError } from '@segue/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RateLimits } from './access/rate-limits.js';
import { TokenCheck } from './access/token-check.js';
import { answerError } from './proxy/answer-error.js';
import { isRepeated } from './proxy/headers.js';
import { Upstreams } from './proxy/upstreams.js';
import { canonicalPath } from './routing/canonical-path.js';
import { RouteTable } from './routing/route-table.js';

/** No token, no right, or too much of it. */
const KEPT_OUT: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Everything under `/api` that another service owns goes through here: path, route, token and limits are checked,
 * then the raw request is streamed to its owner. It sits in an `onRequest` hook, before any body is read, because
 * that is measurably the fastest place.
 */
@Injectable()
export class ApiDoor {
  private readonly routes = new RouteTable();

  constructor(
    private readonly tokens: TokenCheck,
    private readonly services: ServiceTokens,
    private readonly upstreams: Upstreams,
    private readonly limits: RateLimits,
    private readonly logger: Logger,
  ) {}

  mount(http: FastifyInstance): void {
    http.addHook('onRequest', async (request, reply) => this.enter(request, reply));
    http.addHook('onClose', () => this.upstreams.close());
  }

  private async enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const checked = canonicalPath(request.raw.url ?? '');
    const isApi = 'problem' in checked || checked.path === '/api' || checked.path.startsWith('/api/');
    const isInside = !('problem' in checked) && checked.path.startsWith('/internal/');
    if (!isApi && !isInside) return;
    const requestId = acceptRequestId(request.headers['x-request-id']);
    try {
      if ('problem' in checked) throw new AppError(checked.problem);
      if (isInside) return await this.admitService(request);
      const endpoint = this.findRoute(request, reply, checked.path);
      // Read now: a client that has left by the time of the answer has no address any more.
      const { ip } = request;
      if (endpoint.owner === 'gateway') return;
      reply.hijack();
      await this.admit(request, endpoint, ip);
      await this.upstreams.forward(request.raw, reply.raw, endpoint, { requestId, ip });
      await this.limits.noteAnswer(endpoint, reply.raw.statusCode, ip);
    } catch (thrown) {
      this.refuse(request, reply, toAppError(thrown), requestId);
    }
  }

  /** What our services ask of the gateway itself. For everybody else it is not there. */
  private async admitService(request: FastifyRequest): Promise<void> {
    const token = request.headers[SERVICE_TOKEN_HEADER];
    await this.services.verify(typeof token === 'string' ? token : '').catch((cause: unknown) => {
      throw new AppError('not_found', {}, { cause });
    });
  }

  private findRoute(request: FastifyRequest, reply: FastifyReply, path: string): Endpoint {
    const found = this.routes.find(request.method, path);
    if (!found) throw new AppError('not_found');
    if ('endpoint' in found) return found.endpoint;
    reply.raw.setHeader('allow', found.allow.join(', '));
    throw new AppError('method_not_allowed');
  }

  private async admit(request: FastifyRequest, endpoint: Endpoint, ip: string): Promise<void> {
    if (isRepeated(request.raw, 'authorization')) throw new AppError('bad_request');
    const needsMember = endpoint.access !== 'public';
    const user = needsMember ? await this.tokens.require(request.headers.authorization) : null;
    await this.limits.take(endpoint, user, ip);
    // The admin service asks auth itself; a token that does not even claim the right need not get that far.
    if (endpoint.access === 'admin' && !user?.isAdmin) throw new AppError('forbidden');
  }

  private refuse(request: FastifyRequest, reply: FastifyReply, error: AppError, requestId: string): void {
    const line = { event: 'gateway.refused', errorCode: error.code, ...error.facts, requestId, err: error.cause };
    if (error.status >= 500) this.logger.warn(line, error.message);
    else if (KEPT_OUT.has(error.status)) this.logger.info({ ...line, network: networkOf(request.ip) }, error.message);
    if (!reply.sent) reply.hijack();
    answerError(request.raw, reply.raw, error, requestId);
  }
}

import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type World } from '../world.js';
import { type Fault } from './faults.js';
import { type Verdict } from './rate-limit.js';
import { type Upstream } from './upstream.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault this call met. */
    fault: Fault | null;
    arrivedAtMs: number;
  }
}

export interface GateOptions {
  platform: Upstream;
  /** What stands before the real path here: `/spotify/api` before `/v1/me`. */
  mount: string;
  /** Whether the app-wide limit counts these calls; Spotify's is about the Web API, not about sign-in. */
  isLimited: boolean;
  /** The platform's own error body. */
  errorBody: (status: number) => unknown;
  /** The listener whose token came with the call, alive or not. */
  callerOf?: (request: FastifyRequest) => string | undefined;
}

/** True when the caller is told of a success that never happened: handlers then work on a throw-away copy. */
export const isWriteIgnored = (request: FastifyRequest): boolean =>
  request.fault?.silentlyIgnore === true && request.method !== 'GET';

/** Puts latency, rate limit, faults and the request log before every route of one platform. */
export function installGate(scope: FastifyInstance, world: World, options: GateOptions): void {
  const { platform, mount, isLimited, errorBody, callerOf } = options;
  const { faults, requests, limits, latencyMs } = world.controls;
  const realPath = (url: string): string => (url.startsWith(mount) ? url.slice(mount.length) : url) || '/';

  function record(request: FastifyRequest, status: number): void {
    const [path = '/', query = ''] = splitOnce(realPath(request.url), '?');
    const template = request.is404 ? path : realPath(request.routeOptions.url ?? path);
    const ms = Math.round(performance.now() - request.arrivedAtMs);
    const entry = { at: world.clock.nowIso(), platform, method: request.method, path, query, status, ms };
    requests.record(entry, `${request.method} ${template.replace(/:(\w+)/g, '{$1}')}`);
  }

  function refuse(
    reply: FastifyReply,
    status: number,
    retryAfterSeconds: number | undefined,
    body: unknown,
  ): FastifyReply {
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    const isText = typeof body === 'string';
    return reply
      .code(status)
      .type(isText && body.trimStart().startsWith('<') ? 'text/html' : isText ? 'text/plain' : 'application/json')
      .send(isText ? body : JSON.stringify(body ?? errorBody(status)));
  }

  scope.addHook('onRequest', async (request, reply) => {
    request.arrivedAtMs = performance.now();
    const call = { platform, method: request.method, pathAndQuery: realPath(request.url) };
    request.fault = faults.take({ ...call, listener: callerOf?.(request) }) ?? null;
    const pauseMs = (latencyMs.get(platform) ?? 0) + (request.fault?.delayMs ?? 0);
    if (pauseMs > 0) await pause(pauseMs);
    const verdict = isLimited ? limits.take(platform, world.clock.nowMs()) : ALLOWED;
    if (!verdict.allowed) {
      request.fault = null;
      return refuse(reply, 429, verdict.retryAfterSeconds, undefined);
    }
    const fault = request.fault;
    if (!fault || letsThrough(fault)) return;
    if (fault.drop) {
      record(request, 0);
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    return refuse(reply, statusOf(fault), fault.retryAfter, fault.body);
  });

  scope.addHook('onSend', async (request, reply, payload: unknown) => {
    // A preflight is answered before it arrives here and is no call of the platform's API.
    if (request.arrivedAtMs === 0) return payload;
    const answer = disturb(request, reply, payload);
    record(request, request.fault?.drop ? 0 : reply.statusCode);
    return answer;
  });

  /** What a fault makes of an answer whose handler has run. */
  function disturb(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const fault = request.fault;
    if (!fault || !letsThrough(fault)) return payload;
    if (fault.drop) {
      request.raw.socket.destroy();
      return payload;
    }
    if (fault.truncate && typeof payload === 'string') return brokenOff(payload);
    if (!fault.applied || !answersItself(fault)) return payload;
    reply.code(statusOf(fault));
    if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
    const body = fault.body ?? errorBody(statusOf(fault));
    reply.type(typeof body === 'string' ? 'text/plain' : 'application/json');
    return typeof body === 'string' ? body : JSON.stringify(body);
  }
}

const ALLOWED: Verdict = { allowed: true };
const DEFAULT_FAULT_STATUS = 500;
const TOO_MANY_REQUESTS = 429;

const statusOf = (fault: Fault): number =>
  fault.status ?? (fault.retryAfter === undefined ? DEFAULT_FAULT_STATUS : TOO_MANY_REQUESTS);

const answersItself = (fault: Fault): boolean =>
  fault.status !== undefined || fault.retryAfter !== undefined || fault.body !== undefined;

/** Whether the handler still runs: the write is wanted, or the real answer is (late, or broken off). */
const letsThrough = (fault: Fault): boolean =>
  fault.applied === true ||
  fault.silentlyIgnore === true ||
  fault.truncate === true ||
  (!answersItself(fault) && fault.drop !== true);

/** Half the answer, then the connection dies: Fastify destroys the socket when a stream it is sending fails. */
function brokenOff(payload: string): Readable {
  const half = Buffer.from(payload).subarray(0, Math.floor(payload.length / 2));
  return Readable.from(
    (async function* () {
      yield half;
      await pause(BREAK_OFF_AFTER_MS);
      throw new Error('broken off on purpose');
    })(),
  );
}

/** Long enough for the first half to leave the machine. */
const BREAK_OFF_AFTER_MS = 20;

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

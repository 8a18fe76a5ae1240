import type { IncomingMessage, IncomingHttpHeaders } from 'node:http';

/**
 * What a client may tell a service. Everything else stays outside, above all headers that claim an identity
 * (`x-user-id`, `x-segue-service`, `x-forwarded-*` ...): the gateway sets those it vouches for itself.
 */
const FORWARDED = [
  'accept',
  'authorization',
  'content-type',
  'content-length',
  'cookie',
  'idempotency-key',
  'stripe-signature',
  'user-agent',
] as const;

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the gateway vouches for: the id it gave the request, and the client's address. */
export interface RequestOrigin {
  requestId: string;
  ip: string;
}

/** The headers a service gets. */
export function forwardedHeaders(request: IncomingMessage, { requestId, ip }: RequestOrigin): Record<string, string> {
  const headers: Record<string, string> = { 'x-request-id': requestId, 'x-forwarded-for': ip };
  for (const name of FORWARDED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** What every answer of the API says, so that no browser takes it for a page. */
export const API_ANSWER_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The headers a client gets back. */
export function answeredHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const answered: IncomingHttpHeaders = { ...API_ANSWER_HEADERS };
  for (const name of Object.keys(headers)) if (!HOP_BY_HOP.has(name)) answered[name] = headers[name];
  return answered;
}

/** Whether a header that must be single was sent twice. Node keeps the first and hides the rest. */
export function isRepeated(request: IncomingMessage, name: string): boolean {
  let seen = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) if (request.rawHeaders[i]?.toLowerCase() === name) seen += 1;
  return seen > 1;
}

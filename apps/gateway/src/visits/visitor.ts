import { CONSENT_DETAILS_KEY, ConsentDetails } from '@segue/contracts';
import type { FastifyRequest } from 'fastify';
import { isIPv4, isIPv6 } from 'node:net';

/** What a counted visit may keep of whoever made it. */
export interface Visitor {
  /** Cut to a network: /24 of IPv4, /48 of IPv6. */
  ip: string;
  userAgent: string;
}

/** The part of a request that tells who visits. */
export type VisitRequest = Pick<FastifyRequest, 'headers' | 'ip'>;

const LONGEST_USER_AGENT = 512;

/** Whoever sent the request, if their consent cookie allows analytics; null otherwise. */
export function consentingVisitor(request: VisitRequest): Visitor | null {
  if (!allowsAnalytics(request.headers.cookie)) return null;
  return {
    ip: cutAddress(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT),
  };
}

/** Anything but a clear yes is a no. */
export function allowsAnalytics(cookieHeader: string | undefined): boolean {
  const prefix = `${CONSENT_DETAILS_KEY}=`;
  const cookie = (cookieHeader ?? '').split(';').find((part) => part.trim().startsWith(prefix));
  if (cookie === undefined) return false;
  try {
    const details = ConsentDetails.safeParse(JSON.parse(decodeURIComponent(cookie.trim().slice(prefix.length))));
    return details.success && details.data.analytics;
  } catch {
    return false;
  }
}

/** `203.0.113.7` to `203.0.113.0`, `2001:db8:1:2::3` to `2001:db8:1::`: enough for a country, too little for a person. */
export function cutAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (isIPv4(mapped)) return mapped.replace(/\.\d+$/, '.0');
  if (!isIPv6(ip)) return 'unknown';
  const [head = ''] = ip.split('::');
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3);
  const canonical = new URL(`http://[${groups.join(':')}::]`).hostname;
  return canonical.slice(1, -1);
}

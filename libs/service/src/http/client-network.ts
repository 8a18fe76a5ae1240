import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** One household has a whole /64 of IPv6; it counts as one address. */
export function networkOf(ip: string): string {
  const mapped = IPV4_IN_IPV6.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
  const full = ip.includes('::')
    ? [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')]
    : groups;
  return full
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/**
 * Where a request came from, for limits. The gateway writes `x-forwarded-for` itself and lets none in from outside;
 * nobody else reaches a service.
 */
export const ClientNetwork = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { headers, ip } = context.switchToHttp().getRequest<FastifyRequest>();
  const forwarded = headers['x-forwarded-for'];
  return networkOf(typeof forwarded === 'string' ? forwarded : ip);
});

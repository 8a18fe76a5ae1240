import { type Endpoint, login, register, requestPasswordReset, resetPassword } from '@segue/contracts';
import { RateLimiter, type SessionUser } from '@segue/service';
import { isIPv6 } from 'node:net';

const CREDENTIAL_ROUTES: ReadonlySet<Endpoint['path']> = new Set(
  [login, register, requestPasswordReset, resetPassword].map(({ path }) => path),
);

/** How much one member, one address and one address's sign-in attempts may ask, before a service is bothered. */
export class RateLimits {
  private readonly members = new RateLimiter({ name: 'member', points: 1200, windowSeconds: 60 });
  private readonly addresses = new RateLimiter({ name: 'address', points: 600, windowSeconds: 60 });
  private readonly credentials = new RateLimiter({ name: 'credentials', points: 120, windowSeconds: 60 });

  /** @throws AppError `rate_limited` with the seconds to wait. */
  async take(endpoint: Endpoint, user: SessionUser | null, ip: string): Promise<void> {
    if (user) return this.members.take(user._id);
    const address = networkOf(ip);
    await this.addresses.take(address);
    if (CREDENTIAL_ROUTES.has(endpoint.path)) await this.credentials.take(address);
  }
}

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

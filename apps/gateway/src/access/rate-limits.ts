import { type Endpoint, login, register, requestPasswordReset, resetPassword } from '@segue/contracts';
import { networkOf, RateLimiter, type SessionUser } from '@segue/service';

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

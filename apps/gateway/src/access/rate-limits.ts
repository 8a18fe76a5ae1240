import { Injectable } from '@nestjs/common';
import { type Endpoint, login, resetPassword, stripeWebhook } from '@segue/contracts';
import { networkOf, type RateLimiter, RateLimiters, type SessionUser } from '@segue/service';

/** Where somebody proves who they are. A burst of refusals from one address is guessing. */
const PROVING_ROUTES: ReadonlySet<Endpoint['path']> = new Set([login, resetPassword].map(({ path }) => path));
const REFUSED_PROOF = new Set([400, 401]);

/** How much one member and one address may ask, and how often one address may guess, before a service is bothered. */
@Injectable()
export class RateLimits {
  private readonly members: RateLimiter;
  private readonly addresses: RateLimiter;
  private readonly webhooks: RateLimiter;
  private readonly guesses: RateLimiter;

  constructor(limiters: RateLimiters) {
    this.members = limiters.create({ name: 'member', points: 1200, windowSeconds: 60 });
    this.addresses = limiters.create({ name: 'address', points: 1200, windowSeconds: 60 });
    // Stripe sends everything from a few addresses, in bursts at the turn of a month; a refusal comes back later.
    this.webhooks = limiters.create({ name: 'webhook', points: 12_000, windowSeconds: 60 });
    this.guesses = limiters.create({ name: 'guess', points: 60, windowSeconds: 60 });
  }

  /** @throws AppError `rate_limited` with the seconds to wait. */
  async take(endpoint: Endpoint, user: SessionUser | null, ip: string): Promise<void> {
    if (user) return this.members.take(user._id);
    const address = networkOf(ip);
    if (endpoint.path === stripeWebhook.path) return this.webhooks.take(address);
    await this.addresses.take(address);
    if (PROVING_ROUTES.has(endpoint.path)) await this.guesses.check(address);
  }

  /** Counts an answer that refused a proof. */
  async noteAnswer(endpoint: Endpoint, status: number, ip: string): Promise<void> {
    if (PROVING_ROUTES.has(endpoint.path) && REFUSED_PROOF.has(status)) await this.guesses.count(networkOf(ip));
  }
}

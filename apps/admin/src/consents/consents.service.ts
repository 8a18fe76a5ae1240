import { Injectable } from '@nestjs/common';
import { type BodyOf, COOKIE_POLICY_VERSION, type storeConsent } from '@segue/contracts';
import { Clock, RateLimiter } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

/** More often than this nobody changes their mind. */
const CHOICES_PER_NETWORK = { name: 'consents', points: 60, windowSeconds: 10 * 60 };

/** What visitors chose about cookies: the proof that consent was given (GDPR, article 7). */
@Injectable()
export class ConsentsService {
  private readonly limit = new RateLimiter(CHOICES_PER_NETWORK);

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * @param network where the visitor is; only its beginning is kept.
   * @throws AppError `rate_limited` with the seconds to wait.
   */
  async storeConsent({ summary, details }: BodyOf<typeof storeConsent>, network: string): Promise<{ success: true }> {
    await this.limit.take(network);
    await this.dataSource.query(
      `INSERT INTO consents (id, summary, analytics, marketing, given_at, network, policy_version)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        randomUUID(),
        summary,
        details.analytics,
        details.marketing,
        this.clock.now(),
        beginningOf(network),
        COOKIE_POLICY_VERSION,
      ],
    );
    return { success: true };
  }
}

/** /24 of IPv4, /48 of IPv6. */
const beginningOf = (network: string): string =>
  network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::` : network.replace(/\.\d+$/, '.0');

import { Injectable } from '@nestjs/common';
import type { exportAccount, ResponseOf } from '@segue/contracts';
import { AppError, RateLimiter, type SessionUser } from '@segue/service';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { toUser } from '../accounts/to-user.js';
import { PasswordReset } from '../password-resets/password-reset.entity.js';
import { Session } from '../sessions/session.entity.js';

/** A download that broke may be repeated; nobody needs more of one day. */
const EXPORTS_PER_MEMBER = { name: 'export', points: 5, windowSeconds: 24 * 60 * 60 };

/** What auth keeps about a member, for the member. */
@Injectable()
export class ExportService {
  private readonly limit = new RateLimiter(EXPORTS_PER_MEMBER);

  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `rate_limited` with the seconds to wait. */
  async exportAccount(user: SessionUser): Promise<ResponseOf<typeof exportAccount>> {
    await this.limit.take(user._id);
    const account = await this.dataSource.getRepository(Account).findOneBy({ id: user._id });
    if (!account) throw new AppError('unauthenticated', { userId: user._id });
    const accountId = account.id;
    const [sessions, resets, attempts] = await Promise.all([
      this.dataSource.getRepository(Session).find({ where: { accountId }, order: { expiresAt: 'ASC' } }),
      this.dataSource.getRepository(PasswordReset).find({ where: { accountId }, order: { requestedAt: 'ASC' } }),
      this.dataSource.query<Array<{ told_at: Date }>>(
        'SELECT told_at FROM registration_attempts WHERE account_id = $1',
        [accountId],
      ),
    ]);
    return {
      account: { ...toUser(account), termsVersion: account.termsVersion },
      sessions: sessions.map(({ expiresAt, endedAt }) => ({
        expiresAt: expiresAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      })),
      passwordResets: resets.map(({ requestedAt, expiresAt, endedAt }) => ({
        requestedAt: requestedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      })),
      registrationAttemptAt: attempts[0]?.told_at.toISOString() ?? null,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '@segue/service';
import { DataSource } from 'typeorm';
import { AccountMailer } from './account-mailer.js';

const PAUSE_MS = 60 * 60 * 1000;

/** Tells the owner of an address that somebody tried to register with it. */
@Injectable()
export class RegistrationAttemptsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: AccountMailer,
    private readonly clock: Clock,
  ) {}

  /** At most once an hour for each account. */
  async tellOwner(email: string): Promise<void> {
    const now = this.clock.now();
    await this.dataSource.transaction(async (tx) => {
      // One statement decides, so that parallel attempts send one mail.
      const told = (await tx.query(
        `INSERT INTO registration_attempts (account_id, told_at)
         SELECT id, $2::timestamptz FROM accounts WHERE email = $1
         ON CONFLICT (account_id) DO UPDATE SET told_at = excluded.told_at
           WHERE registration_attempts.told_at <= $3
         RETURNING account_id`,
        [email, now, new Date(now.getTime() - PAUSE_MS)],
      )) as unknown[];
      if (told.length > 0) await this.mailer.sendRegistrationAttempt(tx, email);
    });
  }
}

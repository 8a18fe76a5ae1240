import { Inject, Injectable } from '@nestjs/common';
import { PLATFORMS, type PlatformId } from '@segue/contracts';
import { Clock, LOGGER, MailOutbox, PeriodicJob } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { APP_ADDRESS } from '../app-address.js';
import { consentMail, REMINDER_DAYS, type Reminder } from './consent-mails.js';

const MAILS_PER_LOOK = 500;

/** Only the most urgent mail of a consent is due: who connects six days before the end hears nothing of thirty. */
const KIND = `CASE
  WHEN c.state = 'reconnect_required' OR c.consent_ends_at <= $1 THEN 'ended'
  ${REMINDER_DAYS.map((days) => `WHEN c.consent_ends_at <= $1 + interval '${days} days' THEN 'ends-in-${days}'`).join('\n  ')}
END`;

const DUE = `
  SELECT * FROM (
    SELECT c.user_id, c.platform, c.authorized_at, c.consent_ends_at, a.email, ${KIND} AS kind
    FROM connections c JOIN member_addresses a ON a.user_id = c.user_id AND a.email IS NOT NULL
  ) AS due
  WHERE kind IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM consent_mails m
    WHERE m.user_id = due.user_id AND m.platform = due.platform
      AND m.authorized_at = due.authorized_at AND m.kind = due.kind
  )
  LIMIT ${MAILS_PER_LOOK}`;

/** No row when the member connected anew or left meanwhile, or another replica was faster. */
const CLAIM = `
  INSERT INTO consent_mails (user_id, platform, authorized_at, kind)
  SELECT user_id, platform, authorized_at, $4 FROM connections
  WHERE user_id = $1 AND platform = $2 AND authorized_at = $3
  ON CONFLICT DO NOTHING
  RETURNING kind`;

interface DueMail {
  readonly user_id: string;
  readonly platform: PlatformId;
  readonly authorized_at: Date;
  readonly consent_ends_at: Date | null;
  readonly email: string;
  readonly kind: Reminder;
}

/** Writes to members 30, 7 and 1 days before a platform ends their consent, and when it has ended: each mail once. Looks hourly. */
@Injectable()
export class ConsentReminders extends PeriodicJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
    @Inject(APP_ADDRESS) private readonly appUrl: string,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('consent-reminders', logger);
  }

  /** Sends what is due now. */
  async run(): Promise<void> {
    const due: DueMail[] = await this.dataSource.query(DUE, [this.clock.now()]);
    for (const one of due) await this.send(one);
  }

  /** The mail and the note that it was sent are one transaction. */
  private async send({ user_id, platform, authorized_at, consent_ends_at, email, kind }: DueMail): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const claimed: unknown[] = await tx.query(CLAIM, [user_id, platform, authorized_at, kind]);
      if (claimed.length === 0) return;
      const consent = {
        email,
        platformName: PLATFORMS[platform].name,
        endsAt: consent_ends_at,
        platformsUrl: `${this.appUrl}/platforms`,
      };
      await this.mails.send(tx, consentMail(kind, consent));
    });
  }
}

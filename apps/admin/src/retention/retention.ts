import { Inject, Injectable } from '@nestjs/common';
import {
  AUDIT_LIFE_DAYS,
  CONTACT_LIFE_DAYS,
  PROOF_LIFE_DAYS,
  VISIT_COUNT_LIFE_DAYS,
  VISIT_LIFE_DAYS,
} from '@segue/contracts';
import { Clock, LOGGER, PeriodicJob } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { forgetOldNetworks } from '../contact/contact-caps.js';
import { dayOf } from '../visits/visit-facts.js';

/** What is kept, by the column that tells its age, and for how many days. */
const LIVES: ReadonlyArray<readonly [table: string, age: string, days: number]> = [
  ['contact_messages', 'received_at', CONTACT_LIFE_DAYS],
  ['withdrawals', 'received_at', PROOF_LIFE_DAYS],
  ['consents', 'given_at', PROOF_LIFE_DAYS],
  ['daily_visitors', 'day', VISIT_LIFE_DAYS],
  ['daily_page_visits', 'day', VISIT_COUNT_LIFE_DAYS],
  ['audit_entries', 'at', AUDIT_LIFE_DAYS],
];
const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 10 * 60 * 1000;

/** Keeps what the privacy policy promises: deletes what is older than it says, whoever comes or does not come by. */
@Injectable()
export class Retention extends PeriodicJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('retention', logger, EVERY_MS);
  }

  async run(): Promise<void> {
    const now = this.clock.now();
    for (const [table, age, days] of LIVES) {
      const before = new Date(now.getTime() - days * DAY_MS);
      await this.dataSource.query(`DELETE FROM ${table} WHERE ${age} < $1`, [age === 'day' ? dayOf(before) : before]);
    }
    await forgetOldNetworks(this.dataSource.manager, 'contact_messages', now);
    await forgetOldNetworks(this.dataSource.manager, 'withdrawals', now);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, LessThan } from 'typeorm';
import { Clock } from '../clock.js';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { LOGGER } from '../logging/logger.js';
import { InboxEntry } from './inbox-entry.entity.js';

/** How long an event stays known, so that a late repeat is still heard once. */
const INBOX_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Lets the inbox forget old events, hourly. */
@Injectable()
export class InboxPruning extends PeriodicJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('inbox-pruning', logger);
  }

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - INBOX_LIFE_MS);
    await this.dataSource.getRepository(InboxEntry).delete({ heardAt: LessThan(before) });
  }
}

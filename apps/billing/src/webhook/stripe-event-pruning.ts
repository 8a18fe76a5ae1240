import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, PeriodicJob } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource, LessThan } from 'typeorm';
import { StripeEventEntry } from './stripe-event.entity.js';

/** Stripe repeats events for three days; a copy of one may come later still. */
const EVENT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets which events of Stripe were heard long ago, hourly. */
@Injectable()
export class StripeEventPruning extends PeriodicJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('stripe-event-pruning', logger);
  }

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - EVENT_LIFE_MS);
    await this.dataSource.getRepository(StripeEventEntry).delete({ heardAt: LessThan(before) });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CustomersService } from '../customers/customers.service.js';
import { BILLING_ENV, type BillingEnv } from '../env.js';
import { readStripeEvent } from '../stripe/stripe-event.js';
import { StripeEventEntry } from './stripe-event.entity.js';

/** Hears Stripe. An event says only that a customer is worth a look; the answer does not wait for that look. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly customers: CustomersService,
    private readonly clock: Clock,
    @Inject(BILLING_ENV) private readonly env: BillingEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `invalid_signature` */
  async hear(body: Uint8Array, signature: string | undefined): Promise<void> {
    const event = readStripeEvent(body, signature, this.env.STRIPE_WEBHOOK_SECRET, this.clock.now());
    if (!event) {
      this.logger.error({ event: 'billing.unreadable-event', bytes: body.length }, 'an event could not be read');
      return;
    }
    const { id: stripeEvent, type, customer, isLive } = event;
    if (isLive !== this.env.STRIPE_SECRET_KEY.includes('_live_')) {
      this.logger.error({ event: 'billing.wrong-mode', stripeEvent, type, isLive }, 'an event of the other mode');
      return;
    }
    await this.dataSource.transaction(async (tx) => {
      const { raw } = await tx
        .createQueryBuilder()
        .insert()
        .into(StripeEventEntry)
        .values({ id: stripeEvent, heardAt: this.clock.now() })
        .orIgnore()
        .returning('id')
        .execute();
      if ((raw as unknown[]).length === 0 || customer === null) return;
      const isOurs = await this.customers.wake(tx, { stripeId: customer });
      this.logger.info({ event: 'billing.event-heard', stripeEvent, type, isOurs });
    });
  }
}

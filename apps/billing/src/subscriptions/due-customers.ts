import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppError, Clock, LOGGER, PostgresListener, WakefulWorker } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Customer } from '../customers/customer.entity.js';
import { CustomersService, DUE_CHANNEL, isKnown, type KnownCustomer } from '../customers/customers.service.js';
import { MissingAtStripe, Payments } from '../stripe/payments.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** How long a customer belongs to the worker that took it. Longer than its calls take; after a crash it is due again. */
const LEASE_MS = 2 * 60 * 1000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 10 * 60 * 1000;
/** A stopping service waits this long for the call it is making; what is cut off is due again after its lease. */
const CLOSE_GRACE_MS = 4000;

const pauseAfter = (attempts: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

/**
 * Asks Stripe about every customer that is due, one at a time: those something was heard of first, then those whose
 * period is over or who have not been looked at for a day. This is what heals events that were lost. Also carries to
 * Stripe what our side decided: a new e-mail address, a deleted account. Several replicas may run.
 */
@Injectable()
export class DueCustomers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly worker = new WakefulWorker(
    () => this.drain(),
    (error) => this.logger.warn({ event: 'billing.worker-failed', err: error }, 'customers have to wait'),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly listener: PostgresListener,
    private readonly subscriptions: SubscriptionsService,
    private readonly customers: CustomersService,
    private readonly payments: Payments,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.worker.start(this.listener, DUE_CHANNEL);
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.close(CLOSE_GRACE_MS);
  }

  private async drain(): Promise<void> {
    while (!this.worker.isClosed) {
      const customer = await this.take();
      if (!customer || !(await this.handle(customer))) return;
    }
  }

  /** Counts the try before it is made, so that a customer whose reading kills us is not tried forever at once. */
  private async take(): Promise<Customer | null> {
    const now = this.clock.now();
    const [taken] = (await this.dataSource.query(
      `UPDATE customers SET attempts = attempts + 1, read_due_at = $2
       WHERE user_id = (
         SELECT user_id FROM customers WHERE read_due_at <= $1
         ORDER BY wakes > wakes_answered DESC, read_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       RETURNING user_id`,
      [now, new Date(now.getTime() + LEASE_MS)],
    )) as [Array<{ user_id: string }>, number];
    const userId = taken[0]?.user_id;
    return userId === undefined ? null : this.dataSource.getRepository(Customer).findOneBy({ userId });
  }

  /** @returns whether the next one should be tried now: not while Stripe is away. */
  private async handle(customer: Customer): Promise<boolean> {
    try {
      if (customer.isLeaving) await this.remove(customer);
      else await this.bringUpToDate(customer);
      return true;
    } catch (error) {
      await this.putBack(customer, error);
      return !(error instanceof AppError);
    }
  }

  private async bringUpToDate(customer: Customer): Promise<void> {
    if (!isKnown(customer)) {
      await this.dataSource.getRepository(Customer).update({ userId: customer.userId }, { readDueAt: null });
      return;
    }
    await this.subscriptions.read(customer.userId);
    if (customer.email !== customer.stripeEmail) await this.tellEmail(customer);
  }

  private async tellEmail(customer: KnownCustomer): Promise<void> {
    const { userId, stripeId, email } = customer;
    try {
      await this.payments.updateEmail(stripeId, email);
    } catch (error) {
      if (!(error instanceof MissingAtStripe)) throw error;
      await this.customers.replaceMissing(customer);
    }
    await this.dataSource.getRepository(Customer).update({ userId }, { stripeEmail: email });
  }

  /** A creation of which we never heard the end is repeated under its key: it may have made a customer. */
  private async remove({ userId, stripeId, stripeEmail, creationKey }: Customer): Promise<void> {
    const customer = stripeId ?? (await this.payments.createCustomer(stripeEmail, userId, creationKey));
    await this.payments.deleteCustomer(customer);
    await this.dataSource.getRepository(Customer).delete({ userId });
    this.logger.info({ event: 'billing.customer-deleted', userId });
  }

  private async putBack({ userId, attempts }: Customer, error: unknown): Promise<void> {
    const pauseMs = pauseAfter(attempts);
    await this.dataSource
      .getRepository(Customer)
      .update({ userId }, { readDueAt: new Date(this.clock.now().getTime() + pauseMs) });
    this.logger.warn({ event: 'billing.reading-failed', userId, attempts, err: error }, 'a customer has to wait');
  }
}

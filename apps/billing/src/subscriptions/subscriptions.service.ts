import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, Outbox } from '@segue/service';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { Customer } from '../customers/customer.entity.js';
import { CustomersService, isKnown, type KnownCustomer } from '../customers/customers.service.js';
import { MissingAtStripe, type Patience, Payments } from '../stripe/payments.js';
import { nextReading } from './next-reading.js';
import { type Plan, planOf } from './plan.js';
import { Subscription } from './subscription.entity.js';
import { chooseSubscription, failedInvoiceOf, type Reading } from './to-subscription.js';

/** What a reading knew when it began. */
interface BegunReading {
  number: number;
  wakes: number;
}

/**
 * Members' subscriptions: a copy of what Stripe says. Nothing but a reading of Stripe changes it; events, returning
 * members and the clock only decide when one is made. So their order, repetition or loss changes nothing.
 */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly customers: CustomersService,
    private readonly payments: Payments,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(userId: string, tx: EntityManager = this.dataSource.manager): Promise<Subscription | null> {
    return tx.findOneBy(Subscription, { userId });
  }

  async planOf(userId: string, tx?: EntityManager): Promise<Plan> {
    return planOf(await this.find(userId, tx), this.clock.now());
  }

  /** Asks Stripe how things stand and stores it. @throws AppError `payment_unavailable` */
  async read(userId: string, patience?: Patience): Promise<void> {
    const customer = await this.customers.find(userId);
    if (!isKnown(customer) || customer.isLeaving) return;
    const begun = await this.begin(userId);
    const all = await this.ask(customer, patience);
    await this.dataSource.transaction((tx) => this.apply(tx, userId, begun, all));
    if (all === null) await this.customers.replaceMissing(customer);
  }

  private async begin(userId: string): Promise<BegunReading> {
    const [rows] = (await this.dataSource.query(
      `UPDATE customers SET readings_begun = readings_begun + 1 WHERE user_id = $1
       RETURNING readings_begun AS number, wakes`,
      [userId],
    )) as [BegunReading[], number];
    return rows[0] ?? { number: 0, wakes: 0 };
  }

  /** @returns null when Stripe does not know the customer any more. */
  private async ask({ stripeId }: KnownCustomer, patience?: Patience): Promise<Stripe.Subscription[] | null> {
    try {
      return await this.payments.subscriptionsOf(stripeId, patience);
    } catch (error) {
      if (error instanceof MissingAtStripe) return null;
      throw error;
    }
  }

  private async apply(
    tx: EntityManager,
    userId: string,
    begun: BegunReading,
    all: Stripe.Subscription[] | null,
  ): Promise<void> {
    const customer = await tx.findOne(Customer, { where: { userId }, lock: { mode: 'pessimistic_write' } });
    // A reading that began later has already said more than this one can know.
    if (!customer || customer.isLeaving || customer.readingApplied >= begun.number) return;
    const { chosen, alive } = chooseSubscription(all ?? []);
    if (alive > 1) this.logger.error({ event: 'billing.two-subscriptions', userId, alive }, 'a member pays twice');
    const before = await this.find(userId, tx);
    const subscription = await this.store(tx, userId, before, chosen);
    await this.tell(tx, customer, subscription);
    await this.tellFailure(tx, customer, failedInvoiceOf(all ?? [], chosen));
    await this.settle(tx, customer, begun, subscription);
  }

  private async store(
    tx: EntityManager,
    userId: string,
    before: Subscription | null,
    chosen: Reading | null,
  ): Promise<Subscription | null> {
    // What Stripe does not list any more was deleted there with its customer.
    const after = chosen ?? (before && { ...before, status: 'canceled' as const });
    if (!after) return null;
    const subscription = { ...after, userId };
    await tx.upsert(Subscription, subscription, ['userId']);
    return subscription;
  }

  private async tell(tx: EntityManager, customer: Customer, subscription: Subscription | null): Promise<void> {
    const { userId, toldStatus } = customer;
    const { subscriptionStatus } = planOf(subscription, this.clock.now());
    if (subscriptionStatus === toldStatus) return;
    await tx.update(Customer, { userId }, { toldStatus: subscriptionStatus });
    await this.outbox.publish(tx, 'subscription.changed', { userId, subscriptionStatus });
    this.logger.info({ event: 'billing.plan-changed', userId, from: toldStatus, to: subscriptionStatus });
  }

  private async tellFailure(tx: EntityManager, customer: Customer, invoice: string | null): Promise<void> {
    const { userId, email, toldFailedInvoice } = customer;
    if (invoice === null || invoice === toldFailedInvoice) return;
    await tx.update(Customer, { userId }, { toldFailedInvoice: invoice });
    await this.outbox.publish(tx, 'payment.failed', { userId, email });
  }

  /** Notes the reading and when the next one is due: at once when we were told of something while it was made. */
  private async settle(
    tx: EntityManager,
    customer: Customer,
    begun: BegunReading,
    subscription: Subscription | null,
  ): Promise<void> {
    const now = this.clock.now();
    const { userId, checkoutOpenedAt, checkoutExpiresAt } = customer;
    const isPaid = planOf(subscription, now).subscriptionStatus === 'active';
    const isOver = isPaid || checkoutExpiresAt === null || checkoutExpiresAt <= now;
    const openedAt = customer.checkoutSession === null || isOver ? null : checkoutOpenedAt;
    await tx.update(
      Customer,
      { userId },
      {
        readAt: now,
        attempts: 0,
        readingApplied: begun.number,
        wakesAnswered: begun.wakes,
        readDueAt: customer.wakes > begun.wakes ? now : nextReading(subscription, openedAt, now),
        ...(customer.checkoutSession !== null &&
          isOver && { checkoutSession: null, checkoutNumber: customer.checkoutNumber + 1 }),
      },
    );
  }
}

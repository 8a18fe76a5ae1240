import { Injectable } from '@nestjs/common';
import { AppError, Clock, type SessionUser } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { INTERACTIVE, Payments } from '../stripe/payments.js';
import { nextReading } from '../subscriptions/next-reading.js';
import { Customer } from './customer.entity.js';

/** Channel that wakes the worker. PostgreSQL delivers it only when the transaction commits. */
export const DUE_CHANNEL = 'segue_billing_due';

export type Payer = Pick<SessionUser, '_id' | 'email'>;
/** A customer Stripe knows. */
export type KnownCustomer = Customer & { stripeId: string };

/** Members and the customers they are at Stripe: one each, made when they first go to pay. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  find(userId: string): Promise<Customer | null> {
    return this.dataSource.getRepository(Customer).findOneBy({ userId });
  }

  /** The member's customer. Whoever asks first makes it; a crash between Stripe's answer and ours finds it again. */
  async ensure({ _id: userId, email }: Payer): Promise<KnownCustomer> {
    const customers = this.dataSource.getRepository(Customer);
    await customers
      .createQueryBuilder()
      .insert()
      .values({ userId, creationKey: randomUUID(), email, emailAt: this.clock.now(), stripeEmail: email })
      .orIgnore()
      .execute();
    const customer = await customers.findOneByOrFail({ userId });
    if (customer.isLeaving) throw new AppError('unauthenticated', { userId });
    if (isKnown(customer)) return customer;
    const { creationKey, stripeEmail } = customer;
    const stripeId = await this.payments.createCustomer(stripeEmail, userId, creationKey, INTERACTIVE);
    await customers.update({ userId, stripeId: IsNull(), creationKey }, { stripeId });
    const made = await customers.findOneByOrFail({ userId });
    if (!isKnown(made)) throw new AppError('payment_unavailable', { userId }, { retryAfterSeconds: 1 });
    return made;
  }

  /** Forgets a customer that is gone at Stripe, deleted by hand there, so that the next payment makes a new one. */
  async replaceMissing({ userId, stripeId }: KnownCustomer): Promise<void> {
    await this.dataSource
      .getRepository(Customer)
      .update(
        { userId, stripeId },
        { stripeId: null, creationKey: randomUUID(), checkoutSession: null, readDueAt: null },
      );
  }

  /** Remembers the session that was opened, so that the next click finds it and Stripe is asked how it ended. */
  async noteCheckout({ userId, checkoutNumber }: Customer, session: string, expiresAt: Date): Promise<void> {
    const now = this.clock.now();
    await this.dataSource.query(
      `UPDATE customers SET checkout_session = $3, checkout_opened_at = $4, checkout_expires_at = $5,
         read_due_at = LEAST(read_due_at, $6)
       WHERE user_id = $1 AND checkout_number = $2`,
      [userId, checkoutNumber, session, now, expiresAt, nextReading(null, now, now)],
    );
  }

  /** Lets the next checkout be a new one, unless somebody else already did. */
  async leaveCheckout({ userId, checkoutNumber }: Customer): Promise<void> {
    await this.dataSource
      .getRepository(Customer)
      .update({ userId, checkoutNumber }, { checkoutNumber: checkoutNumber + 1, checkoutSession: null });
  }

  /** Has Stripe asked about the customer at once: something about it may have changed. */
  async wake(tx: EntityManager, which: { userId: string } | { stripeId: string }): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(Customer)
      .set({ wakes: () => 'wakes + 1', readDueAt: this.clock.now(), attempts: 0 })
      .where(which)
      .execute();
    await tx.query('SELECT pg_notify($1, $2)', [DUE_CHANNEL, '']);
    return (affected ?? 0) > 0;
  }

  async noteEmail(tx: EntityManager, userId: string, email: string, at: string): Promise<void> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(Customer)
      .set({ email, emailAt: at })
      .where('user_id = :userId AND email <> :email AND email_at <= :at', { userId, email, at })
      .execute();
    if ((affected ?? 0) > 0) await this.wake(tx, { userId });
  }

  /** From now on nothing of the member's counts here; the worker deletes the customer at Stripe. */
  async forget(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('DELETE FROM subscriptions WHERE user_id = $1', [userId]);
    await tx.update(Customer, { userId }, { isLeaving: true });
    await this.wake(tx, { userId });
  }
}

export const isKnown = (customer: Customer | null): customer is KnownCustomer =>
  customer !== null && customer.stripeId !== null;

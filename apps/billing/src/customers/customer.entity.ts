import type { SubscriptionStatus } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member who once went to pay: who they are at Stripe, and when Stripe is asked about them next. */
@Entity('customers')
export class Customer {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** Null until Stripe has answered the creation. */
  @Column('text', { name: 'stripe_id', nullable: true })
  stripeId: string | null;

  /** Of the creation. Stored before the call, so that a repeated one finds the same customer. */
  @Column('uuid', { name: 'creation_key' })
  creationKey: string;

  @Column('text')
  email: string;

  /** When the e-mail was told us, so that a late fact does not undo a newer one. */
  @Column('timestamptz', { name: 'email_at' })
  emailAt: Date;

  /** The e-mail Stripe has. */
  @Column('text', { name: 'stripe_email' })
  stripeEmail: string;

  /** Part of the key under which a checkout is opened: the next one gets the next number. */
  @Column('integer', { name: 'checkout_number' })
  checkoutNumber: number;

  /** A session that was opened and of which the end is not known. */
  @Column('text', { name: 'checkout_session', nullable: true })
  checkoutSession: string | null;

  @Column('timestamptz', { name: 'checkout_opened_at', nullable: true })
  checkoutOpenedAt: Date | null;

  @Column('timestamptz', { name: 'checkout_expires_at', nullable: true })
  checkoutExpiresAt: Date | null;

  /** When Stripe is asked next; null when there is nothing to expect. */
  @Column('timestamptz', { name: 'read_due_at', nullable: true })
  readDueAt: Date | null;

  /** Tries since Stripe last answered. */
  @Column('integer')
  attempts: number;

  /** How often we were told that something changed, and up to which of these a reading has answered. */
  @Column('integer')
  wakes: number;

  @Column('integer', { name: 'wakes_answered' })
  wakesAnswered: number;

  /** Readings are numbered as they begin; one that ends after a later one changes nothing. */
  @Column('integer', { name: 'readings_begun' })
  readingsBegun: number;

  @Column('integer', { name: 'reading_applied' })
  readingApplied: number;

  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;

  /** What the others were last told. */
  @Column('text', { name: 'told_status' })
  toldStatus: SubscriptionStatus;

  /** The invoice of which the others were last told that it could not be charged. */
  @Column('text', { name: 'told_failed_invoice', nullable: true })
  toldFailedInvoice: string | null;

  /** The account is gone; the customer at Stripe is to follow. */
  @Column('boolean', { name: 'is_leaving' })
  isLeaving: boolean;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A status of Stripe's. https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export type StripeStatus =
  'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused';

/** A member's subscription as Stripe last told it. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'stripe_id' })
  stripeId: string;

  @Column('text')
  status: StripeStatus;

  @Column('timestamptz', { name: 'period_ends_at' })
  periodEndsAt: Date;

  /** When it ends for good, once that is known; null while it renews. */
  @Column('timestamptz', { name: 'ends_at', nullable: true })
  endsAt: Date | null;
}

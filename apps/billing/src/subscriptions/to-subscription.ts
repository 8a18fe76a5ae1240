import type Stripe from 'stripe';
import { isLive } from './plan.js';
import type { StripeStatus, Subscription } from './subscription.entity.js';

export type Reading = Omit<Subscription, 'userId'>;

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/**
 * What we keep of a subscription. The period is the item's (the subscription has none since API 2025-03-31), and a
 * scheduled cancellation comes in two encodings: `cancel_at` alone in flexible billing mode, the flag in classic mode.
 * https://docs.stripe.com/billing/subscriptions/billing-mode
 */
export function toReading(subscription: Stripe.Subscription): Reading {
  const { id, status, items, ended_at, cancel_at, cancel_at_period_end, created } = subscription;
  const periodEnd = items.data[0]?.current_period_end ?? created;
  const end = ended_at ?? cancel_at ?? (cancel_at_period_end ? periodEnd : null);
  return {
    stripeId: id,
    status: status as StripeStatus,
    periodEndsAt: dateOf(periodEnd),
    endsAt: end === null ? null : dateOf(end),
  };
}

/** The invoice that Stripe could not charge and goes on trying to; null when there is none. */
export function failedInvoiceOf(all: readonly Stripe.Subscription[], chosen: Reading | null): string | null {
  if (chosen?.status !== 'past_due') return null;
  const invoice = all.find(({ id }) => id === chosen.stripeId)?.latest_invoice ?? null;
  return typeof invoice === 'string' || invoice === null ? invoice : (invoice.id ?? null);
}

/** Of several, the first of these counts. An incomplete first payment says less than a plan that once was. */
const PRECEDENCE: readonly StripeStatus[][] = [
  ['active', 'trialing'],
  ['past_due'],
  ['paused', 'unpaid'],
  ['canceled'],
  ['incomplete'],
  ['incomplete_expired'],
];

/**
 * The one subscription of all a customer ever had that decides about their plan, and how many are alive: more than one
 * is charged twice and wants somebody's attention.
 * @param all newest first, as Stripe lists them.
 */
export function chooseSubscription(all: readonly Stripe.Subscription[]): { chosen: Reading | null; alive: number } {
  const readings = all.map(toReading);
  const alive = readings.filter(isLive).length;
  for (const statuses of PRECEDENCE) {
    const chosen = readings.find(({ status }) => statuses.includes(status));
    if (chosen) return { chosen, alive };
  }
  return { chosen: null, alive };
}

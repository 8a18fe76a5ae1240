import type { SubscriptionStatus } from '@segue/contracts';
import type { StripeStatus, Subscription } from './subscription.entity.js';

/** What a member's subscription means for them at a moment. */
export interface Plan {
  subscriptionStatus: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  nextBillingDate: Date | null;
}

/** `past_due` keeps Premium: Stripe is still trying to charge, and says `unpaid` or `canceled` when it gives up. */
const PREMIUM: ReadonlySet<StripeStatus> = new Set(['active', 'trialing', 'past_due']);
/** Not Premium, but not over either: paying what is open brings it back, and a second one would be charged beside it. */
const DORMANT: ReadonlySet<StripeStatus> = new Set(['incomplete', 'unpaid', 'paused']);

type Known = Pick<Subscription, 'status' | 'periodEndsAt' | 'endsAt'>;

const NO_PLAN: Plan = { subscriptionStatus: 'none', cancelAtPeriodEnd: false, nextBillingDate: null };
const ENDED_PLAN: Plan = { ...NO_PLAN, subscriptionStatus: 'canceled' };

/**
 * The plan at `now`. One that was canceled ends on its day even when nobody tells us. A first payment that is not
 * complete yet is no plan.
 */
export function planOf(subscription: Known | null, now: Date): Plan {
  if (!subscription || subscription.status === 'incomplete') return NO_PLAN;
  const { status, periodEndsAt, endsAt } = subscription;
  if (!PREMIUM.has(status) || (endsAt !== null && endsAt <= now)) return ENDED_PLAN;
  return {
    subscriptionStatus: 'active',
    cancelAtPeriodEnd: endsAt !== null,
    nextBillingDate: endsAt ?? periodEndsAt,
  };
}

/** Whether a subscription waits for something its owner can do in Stripe's portal. */
export const isDormant = (subscription: Known | null): boolean =>
  subscription !== null && DORMANT.has(subscription.status);

/** Whether Stripe may still change it by itself. */
export const isLive = (subscription: Known | null): boolean =>
  subscription !== null && (PREMIUM.has(subscription.status) || DORMANT.has(subscription.status));

import { isLive } from './plan.js';
import type { Subscription } from './subscription.entity.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A subscription nobody tells us about is looked at this often, in ms. */
const LONGEST_UNREAD_MS = 24 * HOUR_MS;
/** Stripe needs a moment after a period's end. */
const AFTER_PERIOD_MS = 5 * SECOND_MS;
/** How soon it is asked again when a period is over and it has not yet said what follows. */
const PERIOD_OVERDUE_MS = 10 * MINUTE_MS;
/** An open checkout is looked at when it is twice as old as before, within these. */
const SHORTEST_CHECKOUT_PAUSE_MS = MINUTE_MS;
const LONGEST_CHECKOUT_PAUSE_MS = HOUR_MS;

/** When Stripe is asked next although it says nothing; null when nothing more is to be expected. */
export function nextReading(
  subscription: Pick<Subscription, 'status' | 'periodEndsAt' | 'endsAt'> | null,
  checkoutOpenedAt: Date | null,
  now: Date,
): Date | null {
  const pausesMs: number[] = [];
  if (subscription && isLive(subscription)) {
    const end = subscription.endsAt ?? subscription.periodEndsAt;
    const untilEndMs = end.getTime() - now.getTime();
    pausesMs.push(LONGEST_UNREAD_MS, untilEndMs > 0 ? untilEndMs + AFTER_PERIOD_MS : PERIOD_OVERDUE_MS);
  }
  if (checkoutOpenedAt) {
    const ageMs = now.getTime() - checkoutOpenedAt.getTime();
    pausesMs.push(Math.min(Math.max(ageMs, SHORTEST_CHECKOUT_PAUSE_MS), LONGEST_CHECKOUT_PAUSE_MS));
  }
  return pausesMs.length === 0 ? null : new Date(now.getTime() + Math.min(...pausesMs));
}

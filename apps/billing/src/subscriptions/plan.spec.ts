import { isDormant, planOf } from './plan.js';
import type { StripeStatus } from './subscription.entity.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const LATER = new Date('2026-07-01T00:00:00Z');
const BEFORE = new Date('2026-06-15T11:59:59Z');
const of = (status: StripeStatus, endsAt: Date | null = null) => ({ status, periodEndsAt: LATER, endsAt });

describe('the plan of a member', () => {
  it.each<[StripeStatus, string]>([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'active'],
    ['canceled', 'canceled'],
    ['unpaid', 'canceled'],
    ['paused', 'canceled'],
    ['incomplete_expired', 'canceled'],
    ['incomplete', 'none'],
  ])('whose subscription is %s at Stripe is %s [S109]', (status, plan) => {
    expect(planOf(of(status), NOW).subscriptionStatus).toBe(plan);
  });

  it('who never subscribed is none', () => {
    expect(planOf(null, NOW)).toEqual({
      ...{ subscriptionStatus: 'none', cancelAtPeriodEnd: false, nextBillingDate: null },
    });
  });

  it('runs on to the day for which it was canceled, and not beyond, though nobody says so [S109]', () => {
    expect(planOf(of('active', LATER), NOW)).toEqual({
      ...{ subscriptionStatus: 'active', cancelAtPeriodEnd: true, nextBillingDate: LATER },
    });
    expect(planOf(of('active', NOW), BEFORE).subscriptionStatus).toBe('active');
    expect(planOf(of('active', NOW), NOW)).toEqual({
      ...{ subscriptionStatus: 'canceled', cancelAtPeriodEnd: false, nextBillingDate: null },
    });
  });

  it('that renews is kept past its period until Stripe says what follows', () => {
    const late = { ...of('active'), periodEndsAt: BEFORE };
    expect(planOf(late, NOW)).toMatchObject({ subscriptionStatus: 'active', nextBillingDate: BEFORE });
  });
});

describe('a subscription that waits for a payment', () => {
  it.each<[StripeStatus, boolean]>([
    ...([
      ['unpaid', true],
      ['paused', true],
      ['incomplete', true],
    ] as [StripeStatus, boolean][]),
    ...([
      ['active', false],
      ['past_due', false],
      ['canceled', false],
    ] as [StripeStatus, boolean][]),
  ])('%s: %s', (status, expected) => expect(isDormant(of(status))).toBe(expected));
});

import type Stripe from 'stripe';
import { chooseSubscription, toReading } from './to-subscription.js';

const PERIOD_END = 1_783_000_000;
const at = (seconds: number) => new Date(seconds * 1000);

/** As much of a subscription as is read. */
const aSubscription = (id: string, status: string, more: object = {}) =>
  ({
    ...{ id, status, cancel_at: null, cancel_at_period_end: false, ended_at: null, created: PERIOD_END - 2_600_000 },
    items: { data: [{ current_period_end: PERIOD_END }] },
    ...more,
  }) as unknown as Stripe.Subscription;

describe('a subscription of Stripe', () => {
  it('has its period from its item', () => {
    expect(toReading(aSubscription('sub_1', 'active'))).toEqual({
      ...{ stripeId: 'sub_1', status: 'active', periodEndsAt: at(PERIOD_END), endsAt: null },
    });
  });

  it.each([
    ['a date alone (flexible billing mode)', { cancel_at: PERIOD_END }],
    ['the flag alone', { cancel_at_period_end: true }],
    ['both (classic billing mode)', { cancel_at: PERIOD_END, cancel_at_period_end: true }],
  ])('ends with its period when that is told by %s', (_, more) => {
    expect(toReading(aSubscription('sub_1', 'active', more)).endsAt).toEqual(at(PERIOD_END));
  });

  it('ended when it did, whatever was planned', () => {
    const ended = aSubscription('sub_1', 'canceled', { ended_at: PERIOD_END - 500, cancel_at: PERIOD_END });
    expect(toReading(ended).endsAt).toEqual(at(PERIOD_END - 500));
  });
});

describe('of several subscriptions', () => {
  const choose = (...statuses: string[]) => {
    const all = statuses.map((status, index) => aSubscription(`sub_${index}`, status));
    const { chosen, alive } = chooseSubscription(all);
    return [chosen?.stripeId, alive];
  };

  it('the one that gives Premium counts, be it older', () => {
    expect(choose('canceled', 'active')).toEqual(['sub_1', 1]);
    expect(choose('incomplete', 'past_due')).toEqual(['sub_1', 2]);
    expect(choose('unpaid', 'canceled')).toEqual(['sub_0', 1]);
  });

  it('a first payment that is not complete leaves the plan before it as it was', () => {
    expect(choose('incomplete', 'canceled')).toEqual(['sub_1', 1]);
    expect(choose('incomplete')).toEqual(['sub_0', 1]);
  });

  it('two that are charged are told apart from one', () => expect(choose('active', 'active')).toEqual(['sub_0', 2]));

  it('none is none', () => expect(chooseSubscription([])).toEqual({ chosen: null, alive: 0 }));
});

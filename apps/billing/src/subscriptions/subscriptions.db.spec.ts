import { claimAllowance } from '@segue/contracts';
import { eventually } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { emailOf, Paying } from '../testing/start-paying.js';
import { SubscriptionsService } from './subscriptions.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
let paying: Paying;
beforeAll(async () => void (paying = await Paying.start()), 40_000);
afterAll(() => paying.stop());
afterEach(() => paying.endTest());

const claim = (user: string, playlistId: string) =>
  paying.billing.ask(claimAllowance, user, { platform: 'apple', playlistId, playlistName: playlistId });

describe('a member who pays', () => {
  it('has Premium, with the date of the next charge, and the others are told once', async () => {
    const { user } = await paying.subscribed();
    const { items } = (await paying.customerOf(user)).subscriptions[0] ?? { items: { data: [] } };
    expect(await paying.status(user)).toEqual({
      subscriptionStatus: 'active',
      cancelAtPeriodEnd: false,
      nextBillingDate: new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
      lastPlaylistUpdate: null,
    });
    expect(await paying.told(user)).toEqual(['active']);
  });

  it('is never limited, by any number of parallel claims [S118]', async () => {
    const { user } = await paying.subscribed();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => claim(user, `p.${index}`)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ granted: true, fresh: false, availableAt: null })]),
    );
    expect((await paying.status(user)).lastPlaylistUpdate).toBeNull();
  });

  it('is limited by the old day again when Premium ends [S118]', async () => {
    const user = randomUUID();
    await claim(user, 'p.free');
    await paying.pay((await paying.checkout(user)).body.url);
    await paying.untilTold(user, 'active');
    expect(await claim(user, 'p.other')).toMatchObject({ granted: true });
    await paying.act((await paying.customerOf(user)).subscriptions[0]?.id ?? '', 'cancel-now');
    await paying.untilTold(user, 'active', 'canceled');
    expect(await claim(user, 'p.other')).toMatchObject({ granted: false });
    expect(await claim(user, 'p.free')).toMatchObject({ granted: true });
  });

  it('has Premium on coming back although the event was lost', async () => {
    await paying.webhooks('drop');
    const user = randomUUID();
    await paying.pay((await paying.checkout(user)).body.url);
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('but closes the page has Premium soon although the event was lost', async () => {
    await paying.webhooks('drop');
    const user = randomUUID();
    await paying.pay((await paying.checkout(user)).body.url);
    await paying.passTime(60_000);
    await paying.untilTold(user, 'active');
  });
});

describe('a member who only says to have paid', () => {
  it('stays free [S104]', async () => {
    const user = randomUUID();
    await paying.checkout(user);
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'none', nextBillingDate: null });
    expect(await paying.told(user)).toEqual([]);
  });
});

describe('a canceled subscription', () => {
  it.each(['flexible', 'classic'])('runs to the end of its period in %s billing mode', async (mode) => {
    await paying.simulator.control('PUT', '/switches', { stripeBillingMode: mode });
    const { user, subscription } = await paying.subscribed();
    const before = await paying.status(user);
    await paying.act(subscription, 'cancel-at-period-end');
    await eventually(async () => expect(await paying.status(user)).toEqual({ ...before, cancelAtPeriodEnd: true }));
    await paying.act(subscription, 'resume');
    await eventually(async () => expect(await paying.status(user)).toEqual(before));
    expect(await paying.told(user)).toEqual(['active']);
  });

  it("ends when Stripe's clock says so, and Stripe tells us", async () => {
    const { user, subscription } = await paying.subscribed();
    await paying.act(subscription, 'cancel-at-period-end');
    await paying.simulator.control('PUT', '/clock', { offsetSeconds: (40 * DAY_MS) / 1000 });
    await paying.untilTold(user, 'active', 'canceled');
    expect(await paying.status(user)).toMatchObject({
      ...{ subscriptionStatus: 'canceled', cancelAtPeriodEnd: false, nextBillingDate: null },
    });
  });

  it('renews on its day when it was not canceled', async () => {
    const { user } = await paying.subscribed();
    const { nextBillingDate } = await paying.status(user);
    await paying.simulator.control('PUT', '/clock', { offsetSeconds: (32 * DAY_MS) / 1000 });
    await eventually(async () => {
      const later = (await paying.status(user)).nextBillingDate ?? '';
      expect(Date.parse(later)).toBeGreaterThan(Date.parse(nextBillingDate ?? ''));
    });
    expect(await paying.told(user)).toEqual(['active']);
  });

  it('keeps Premium while Stripe tries to charge a card that failed', async () => {
    const { user, subscription } = await paying.subscribed();
    await paying.act(subscription, 'fail-payment');
    await eventually(async () => {
      const [row] = await paying.billing.database.query('SELECT status FROM subscriptions WHERE user_id = $1', [user]);
      expect(row).toEqual({ status: 'past_due' });
    });
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('is told to the member once, however often Stripe tries and tells us', async () => {
    const { user, subscription } = await paying.subscribed();
    const tellings = async () =>
      (await paying.billing.database.query(
        `SELECT payload FROM outbox WHERE name = 'payment.failed' AND payload->>'userId' = $1`,
        [user],
      )) as { payload: object }[];
    await paying.webhooks('duplicate');
    await paying.act(subscription, 'fail-payment');
    await eventually(async () => expect(await tellings()).toHaveLength(1));
    await paying.act(subscription, 'fail-payment');
    await paying.untilAnswered(user);
    expect(await tellings()).toEqual([{ payload: { userId: user, email: emailOf(user) } }]);
  });
});

describe('a change nobody tells us of', () => {
  it('is found within a day [S110]', async () => {
    const { user, subscription } = await paying.subscribed();
    await paying.webhooks('drop');
    await paying.act(subscription, 'cancel-now');
    await paying.passTime(DAY_MS - 60_000);
    expect(await paying.told(user)).toEqual(['active']);
    await paying.passTime(60_000);
    await paying.untilTold(user, 'active', 'canceled');
  });
});

describe('a reading of Stripe', () => {
  it('that began earlier and ends later changes nothing any more', async () => {
    const { user, subscription } = await paying.subscribed();
    const { asked, release } = await paying.holdNextAnswer(() =>
      paying.billing.app.get(SubscriptionsService).read(user),
    );
    await paying.act(subscription, 'cancel-now');
    await paying.untilTold(user, 'active', 'canceled');
    release();
    await asked;
    expect(await paying.told(user)).toEqual(['active', 'canceled']);
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'canceled' });
  });
});

describe('an account that is deleted', () => {
  it('leaves no customer at Stripe, also when Stripe is away at first [S111, S162, S164]', async () => {
    const { user, subscription } = await paying.subscribed();
    await paying.simulator.control('POST', '/faults', { platform: 'stripe', method: 'DELETE', status: 503, times: 3 });
    await paying.tell('user.deleted', { userId: user });
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'none' });
    await eventually(async () => {
      await paying.passTime(10_000);
      expect(await paying.customerOf(user)).toMatchObject({
        deleted: true,
        subscriptions: [{ id: subscription, status: 'canceled' }],
      });
      expect(await paying.billing.database.query('SELECT 1 FROM customers WHERE user_id = $1', [user])).toEqual([]);
    });
  });

  it('leaves none either when we never heard that the customer was made', async () => {
    const user = randomUUID();
    await paying.simulator.control('POST', '/faults', {
      ...{ platform: 'stripe', path: '/v1/customers$', status: 500, applied: true, times: 2 },
    });
    expect((await paying.checkout(user)).status).toBe(503);
    await paying.tell('user.deleted', { userId: user });
    await eventually(async () => {
      expect((await paying.customersOf(user)).map(({ deleted }) => deleted)).toEqual([true]);
    });
  });
});

describe('a new e-mail address', () => {
  it('reaches Stripe, and an older one that comes late does not [S111]', async () => {
    const { user } = await paying.subscribed();
    const person = { name: 'Mia', isAdmin: false, createdAt: paying.clock.now().toISOString(), userId: user };
    await paying.tell('user.updated', { ...person, email: 'new@members.test' });
    await eventually(async () => expect((await paying.customerOf(user)).email).toBe('new@members.test'));
    expect(await paying.customersOf(user)).toHaveLength(1);
    paying.clock.advance(-1000);
    await paying.tell('user.updated', { ...person, email: emailOf(user) });
    paying.clock.advance(1000);
    const rows = await paying.billing.database.query('SELECT email FROM customers WHERE user_id = $1', [user]);
    expect(rows).toEqual([{ email: 'new@members.test' }]);
  });
});

describe('a customer who was deleted by hand at Stripe', () => {
  it('does not keep a new e-mail address waiting, and has a plan that ended', async () => {
    const { user, customer } = await paying.subscribed();
    await paying.webhooks('drop');
    await fetch(`${paying.simulator.stripe.apiUrl}/v1/customers/${customer}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${paying.simulator.stripe.secretKey}` },
    });
    await paying.tell('user.updated', {
      ...{ userId: user, name: 'Mia', email: 'new@members.test', isAdmin: false },
      createdAt: paying.clock.now().toISOString(),
    });
    await paying.untilTold(user, 'active', 'canceled');
    await eventually(async () => {
      const rows = await paying.billing.database.query(
        'SELECT stripe_id, stripe_email, read_due_at FROM customers WHERE user_id = $1',
        [user],
      );
      expect(rows).toEqual([{ stripe_id: null, stripe_email: 'new@members.test', read_due_at: null }]);
    });
  });
});

describe('the demo accounts', () => {
  const registered = (userId: string, email: string) =>
    paying.tell('user.registered', {
      ...{ userId, email, name: 'Demo', isAdmin: false, createdAt: paying.clock.now().toISOString() },
    });

  it('that are to have Premium pay at the simulator, once', async () => {
    const user = randomUUID();
    await registered(user, 'premium@segue.test');
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'active' });
    await paying.act((await paying.customerOf(user)).subscriptions[0]?.id ?? '', 'cancel-now');
    await paying.untilTold(user, 'active', 'canceled');
    await registered(user, 'premium@segue.test');
    expect(await paying.told(user)).toEqual(['active', 'canceled']);
  });

  it('of data that are older than their plan get it with the next start', async () => {
    const userId = randomUUID();
    await paying.tell('user.updated', {
      ...{ userId, email: 'premium@segue.test', name: 'Demo', isAdmin: false },
      createdAt: paying.clock.now().toISOString(),
    });
    expect(await paying.status(userId)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('are no others', async () => {
    const user = randomUUID();
    await registered(user, 'free@segue.test');
    expect(await paying.customersOf(user)).toEqual([]);
  });
});

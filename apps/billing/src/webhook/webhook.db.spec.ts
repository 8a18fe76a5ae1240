import { STRIPE_EVENT_LIMIT_BYTES } from '@segue/contracts';
import { eventually } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { Paying } from '../testing/start-paying.js';
import { StripeEventPruning } from './stripe-event-pruning.js';

let paying: Paying;
beforeAll(async () => void (paying = await Paying.start()), 40_000);
afterAll(() => paying.stop());
afterEach(() => paying.endTest());

/** An event about a customer, as the bytes Stripe would send. */
const eventOf = (customer: string, more: object = {}): string =>
  JSON.stringify({
    ...{ id: `evt_${randomUUID()}`, object: 'event', type: 'customer.subscription.updated', livemode: false },
    data: { object: { id: 'sub_1', object: 'subscription', customer } },
    ...more,
  });
const heard = async (): Promise<number> =>
  (await paying.billing.database.query('SELECT count(*)::int AS count FROM stripe_events'))[0].count;
const wakesOf = async (customer: string): Promise<number> =>
  (await paying.billing.database.query('SELECT wakes FROM customers WHERE stripe_id = $1', [customer]))[0].wakes;
const REFUSED = { status: 400, code: 'invalid_signature' };
const TAKEN = { status: 200, code: undefined };

describe('the signature', () => {
  const body = eventOf('cus_nobody');
  const timeOf = (signature: string) => /t=(\d+)/.exec(signature)?.[1] ?? '';
  const hashOf = (signature: string) => /v1=(\w+)/.exec(signature)?.[1] ?? '';

  it.each<[string, () => [body: string, signature: string | undefined]]>([
    ['is missing', () => [body, undefined]],
    ['is empty', () => [body, '']],
    ['is made with another secret', () => [body, paying.sign(body, 0, 'whsec_other')]],
    ['is of a body with another byte', () => [body.replace('cus_', 'cuS_'), paying.sign(body)]],
    ['is of the same body written differently', () => [JSON.stringify(JSON.parse(body), null, 1), paying.sign(body)]],
    ['is of scheme v0 alone', () => [body, paying.sign(body).replace('v1=', 'v0=')]],
    ['has no time', () => [body, `v1=${hashOf(paying.sign(body))}`]],
    ['is 301 seconds old', () => [body, paying.sign(body, 302)]],
    ['is an hour ahead of time', () => [body, paying.sign(body, -3600)]],
  ])('that %s is refused and changes nothing [S95, S96, S97]', async (_, make) => {
    const before = await heard();
    expect(await paying.post(...make())).toEqual(REFUSED);
    expect(await heard()).toBe(before);
  });

  it.each([298, 0, -298])('may be %i seconds old [S96]', async (age) => {
    expect(await paying.post(body, paying.sign(body, age))).toEqual(TAKEN);
  });

  it('may be one of two, while the secret is changed [S98]', async () => {
    const [old, now] = [paying.sign(body, 0, 'whsec_old'), paying.sign(body)];
    expect(await paying.post(body, `t=${timeOf(now)},v1=${hashOf(old)},v1=${hashOf(now)}`)).toEqual(TAKEN);
  });
});

describe('an event', () => {
  it('has one effect, however often it comes [S99]', async () => {
    const { customer, user } = await paying.subscribed();
    const [before, wakes] = [await heard(), await wakesOf(customer)];
    const body = eventOf(customer);
    const answers = await Promise.all(Array.from({ length: 10 }, () => paying.post(body, paying.sign(body))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await paying.passTime(200_000);
    expect(await paying.post(body, paying.sign(body))).toEqual(TAKEN);
    expect([(await heard()) - before, (await wakesOf(customer)) - wakes]).toEqual([1, 1]);
    expect(await paying.told(user)).toEqual(['active']);
  });

  it('says nothing about the plan by itself: Stripe is asked', async () => {
    const { customer, user, subscription } = await paying.subscribed();
    const body = eventOf(customer, {
      type: 'customer.subscription.deleted',
      data: { object: { id: subscription, object: 'subscription', customer, status: 'canceled' } },
    });
    expect(await paying.post(body, paying.sign(body))).toEqual(TAKEN);
    await paying.untilAnswered(user);
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it.each([
    ['of a kind we do not know', eventOf('cus_nobody', { type: 'treasury.received_debit.created' })],
    ['of the other mode', eventOf('cus_nobody', { livemode: true })],
    ['about nobody', eventOf('cus_nobody', { data: { object: { object: 'balance' } } })],
    ['without what every event has', '{"object":"event"}'],
    ['with other types than Stripe has', '{"id":{"$gt":""},"type":[],"livemode":"no","data":7}'],
    ['that is no JSON', 'evt_1'],
  ])('%s is taken, so that it does not come for days [S101, S103]', async (_, body) => {
    expect(await paying.post(body, paying.sign(body))).toEqual(TAKEN);
  });

  it('is one of a hundred at once, taken while the database holds all of them up, and none is lost [S102]', async () => {
    const before = await heard();
    const { database } = paying.billing;
    let answers: Promise<{ status: number }[]> = Promise.resolve([]);
    await database.transaction(async (tx) => {
      await tx.query('LOCK TABLE stripe_events IN EXCLUSIVE MODE');
      const bodies = Array.from({ length: 100 }, () => eventOf('cus_nobody'));
      answers = Promise.all(bodies.map((body) => paying.post(body, paying.sign(body))));
      await eventually(async () => {
        const held = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        expect(await tx.query(held)).not.toEqual([]);
      });
    });
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await heard()) - before).toBe(100);
  });

  it('is forgotten 30 days after it was heard', async () => {
    const { app, database } = paying.billing;
    const lifeMs = 30 * 24 * 60 * 60 * 1000;
    for (const [id, ageMs] of [['evt_old', lifeMs + 1] as const, ['evt_young', lifeMs] as const]) {
      const heardAt = new Date(paying.clock.now().getTime() - ageMs);
      await database.query('INSERT INTO stripe_events (id, heard_at) VALUES ($1, $2)', [id, heardAt]);
    }
    await app.get(StripeEventPruning).run();
    const left = await database.query(`SELECT id FROM stripe_events WHERE id IN ('evt_old', 'evt_young')`);
    expect(left).toEqual([{ id: 'evt_young' }]);
  });

  it('may be larger than an ordinary request', async () => {
    const body = eventOf('cus_nobody', { padding: 'x'.repeat(300_000) });
    expect(await paying.post(body, paying.sign(body))).toEqual(TAKEN);
  });

  it('that is too large is refused before anything else [S103]', async () => {
    const body = 'x'.repeat(STRIPE_EVENT_LIMIT_BYTES + 1);
    expect(await paying.post(body, paying.sign(body))).toEqual({ status: 413, code: 'payload_too_large' });
  });
});

describe('events that come', () => {
  const paidAndCanceled = async () => {
    const user = randomUUID();
    await paying.pay((await paying.checkout(user)).body.url);
    const [subscription] = (await paying.customerOf(user)).subscriptions;
    await paying.act(subscription?.id ?? '', 'cancel-at-period-end');
    await paying.act(subscription?.id ?? '', 'resume');
    await paying.act(subscription?.id ?? '', 'cancel-now');
    return user;
  };

  it('twice leave what Stripe says', async () => {
    await paying.webhooks('duplicate');
    const user = await paidAndCanceled();
    await paying.untilAnswered(user);
    expect((await paying.told(user)).at(-1)).toBe('canceled');
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  it('late and newest first leave what Stripe says [S100]', async () => {
    await paying.webhooks('hold');
    const user = await paidAndCanceled();
    expect(await paying.told(user)).toEqual([]);
    await paying.webhooks('reverse');
    await paying.untilAnswered(user);
    expect(await paying.told(user)).toEqual(['canceled']);
  });

  it('late after the member was read leave what Stripe says [S100]', async () => {
    const { user, subscription } = await paying.subscribed();
    await paying.webhooks('hold');
    await paying.act(subscription, 'cancel-now');
    expect(await paying.status(user)).toMatchObject({ subscriptionStatus: 'active' });
    await paying.webhooks('release');
    await paying.untilTold(user, 'active', 'canceled');
  });

  it.each(['bad-signature', 'stale', 'future'])('with a signature that is wrong (%s) change nothing', async (mode) => {
    const { user, subscription } = await paying.subscribed();
    const before = await heard();
    await paying.webhooks(mode);
    await paying.act(subscription, 'cancel-now');
    const { waiting } = await untilRefused();
    expect(waiting[0]).toMatchObject({ type: 'customer.subscription.deleted' });
    expect([await heard(), await paying.told(user)]).toEqual([before, ['active']]);
    await paying.webhooks('normal');
    await paying.untilTold(user, 'active', 'canceled');
  });

  async function untilRefused(): Promise<{ waiting: { type: string; attempts: number }[] }> {
    return eventually(async () => {
      const report = await paying.simulator.control<{ waiting: { type: string; attempts: number }[] }>(
        'GET',
        '/stripe/webhooks',
      );
      expect(report.waiting[0]?.attempts).toBeGreaterThan(0);
      return report;
    });
  }
});

describe('while Stripe is away', () => {
  it('an event is taken and looked into later', async () => {
    const { user, subscription } = await paying.subscribed();
    await paying.simulator.control('POST', '/faults', { platform: 'stripe', method: 'GET', status: 503 });
    await paying.act(subscription, 'cancel-now');
    await eventually(async () =>
      expect(await paying.simulator.control('GET', '/stripe/webhooks')).toMatchObject({ waiting: [] }),
    );
    expect(await paying.told(user)).toEqual(['active']);
    await paying.simulator.control('DELETE', '/faults');
    await eventually(async () => {
      await paying.passTime(10_000);
      expect(await paying.told(user)).toEqual(['active', 'canceled']);
    });
  });
});

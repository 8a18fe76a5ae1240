import { eventually } from '@segue/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestBench } from '../testing/a-simulator.js';
import { StripeBench } from '../testing/stripe-caller.js';

let stripe: StripeBench;
beforeEach(async () => (stripe = await StripeBench.create()));
afterEach(() => stripe.bench.close());

const DAY_SECONDS = 24 * 60 * 60;
const PAID = ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'];
const mode = (name: string) => stripe.bench.control('POST', '/stripe/webhooks', { mode: name });
const act = (id: string, action: string) => stripe.bench.control('POST', `/stripe/subscriptions/${id}/${action}`);
const untilHeard = (...types: string[]) => eventually(() => expect(stripe.types()).toEqual(types));

describe('webhooks', () => {
  it('tell of a payment, signed with the real time', async () => {
    await stripe.passTime(40 * DAY_SECONDS);
    const { id } = await stripe.subscribe();
    await untilHeard(...PAID);
    expect(stripe.heard[0]?.object.id).toBe(id);
    for (const { isSigned, skewSeconds } of stripe.heard) {
      expect(isSigned).toBe(true);
      expect(Math.abs(skewSeconds)).toBeLessThan(5);
    }
  });

  it('tell what a change changed', async () => {
    const { id } = await stripe.subscribe();
    await act(id, 'cancel-at-period-end');
    await act(id, 'resume');
    await act(id, 'cancel-now');
    await untilHeard(
      ...PAID,
      ...['customer.subscription.updated', 'customer.subscription.updated', 'customer.subscription.deleted'],
    );
    expect(stripe.heard[3]?.previous).toMatchObject({ cancel_at: null });
    expect(stripe.heard[3]?.object.cancel_at).toEqual(expect.any(Number));
    expect(stripe.heard[5]?.object.status).toBe('canceled');
  });

  it('come again until they are taken', async () => {
    stripe.answerWith = 503;
    await stripe.subscribe();
    await untilHeard(...PAID);
    stripe.answerWith = 200;
    await untilHeard(...PAID, ...PAID);
    expect(await stripe.bench.control('GET', '/stripe/webhooks')).toMatchObject({ waiting: [] });
  });

  it('may come twice', async () => {
    await mode('duplicate');
    await stripe.subscribe();
    await untilHeard(...PAID.flatMap((type) => [type, type]));
    expect(stripe.heard[0]?.id).toBe(stripe.heard[1]?.id);
  });

  it('may come newest first', async () => {
    await mode('reverse');
    await stripe.subscribe();
    await untilHeard(...[...PAID].reverse());
  });

  it('are held back until they are released', async () => {
    await mode('hold');
    await stripe.subscribe();
    expect(await stripe.bench.control('GET', '/stripe/webhooks')).toMatchObject({ held: PAID, waiting: [] });
    await mode('release');
    await untilHeard(...PAID);
  });

  it('that were held back may come newest first, too', async () => {
    await mode('hold');
    const { id } = await stripe.subscribe();
    await act(id, 'cancel-now');
    await mode('reverse');
    await untilHeard('customer.subscription.deleted', ...[...PAID].reverse());
  });

  it.each([
    ['bad-signature', { isSigned: false, skewSeconds: 0 }],
    ['stale', { isSigned: true, skewSeconds: -3600 }],
    ['future', { isSigned: true, skewSeconds: 3600 }],
  ])('may carry a signature that is wrong: %s', async (name, { isSigned, skewSeconds }) => {
    await mode(name);
    await stripe.subscribe();
    await untilHeard(...PAID);
    expect(stripe.heard[0]?.isSigned).toBe(isSigned);
    expect(Math.abs((stripe.heard[0]?.skewSeconds ?? 0) - skewSeconds)).toBeLessThan(5);
  });

  it('may be lost', async () => {
    await mode('drop');
    await stripe.subscribe();
    expect(await stripe.bench.control('GET', '/stripe/webhooks')).toMatchObject({ held: [], waiting: [] });
  });

  it('refuse a mode there is not', async () => {
    await expect(mode('sometimes')).rejects.toThrow('mode');
  });
});

describe('time', () => {
  it('renews each month on its day, with an invoice each', async () => {
    const { id, items } = await stripe.subscribe();
    await stripe.passTime(63 * DAY_SECONDS);
    const renewed = ['customer.subscription.updated', 'invoice.paid'];
    await untilHeard(...PAID, ...renewed, ...renewed);
    const [before, after] = [items, (await stripe.subscription(id)).items].map(
      ({ data }) => new Date((data[0]?.current_period_end ?? 0) * 1000),
    );
    expect((after as Date).getUTCMonth()).toBe(((before as Date).getUTCMonth() + 2) % 12);
  });

  it('ends what was canceled, at the end of its period', async () => {
    const { id, items } = await stripe.subscribe();
    await act(id, 'cancel-at-period-end');
    await stripe.passTime(63 * DAY_SECONDS);
    expect(await stripe.subscription(id)).toMatchObject({
      status: 'canceled',
      ended_at: items.data[0]?.current_period_end,
    });
    await untilHeard(...PAID, 'customer.subscription.updated', 'customer.subscription.deleted');
  });

  it('gives a failed payment two weeks', async () => {
    const { id } = await stripe.subscribe();
    await act(id, 'fail-payment');
    expect((await stripe.subscription(id)).status).toBe('past_due');
    await act(id, 'renew');
    expect((await stripe.subscription(id)).status).toBe('active');
    await act(id, 'fail-payment');
    await stripe.passTime(80 * DAY_SECONDS);
    expect((await stripe.subscription(id)).status).toBe('canceled');
  });
});

describe('a second start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('knows its customers and sends what was not taken', async () => {
    const body = new URLSearchParams({ email: 'kept@segue.test' }).toString();
    const headers = { authorization: 'Bearer sk_test_segue', 'content-type': 'application/x-www-form-urlencoded' };
    const first = await TestBench.create({ dataDir, sendWebhook: async () => 503 });
    const { id } = (await first.call<{ id: string }>({ method: 'POST', path: '/stripe/v1/customers', headers, body }))
      .body;
    await first.call({ method: 'DELETE', path: `/stripe/v1/customers/${id}`, headers });
    await first.close();

    const taken: string[] = [];
    const second = await TestBench.create({
      dataDir,
      sendWebhook: async (_, event) => (taken.push((JSON.parse(event) as { type: string }).type), 200),
    });
    await eventually(() => expect(taken).toEqual(['customer.deleted']));
    expect((await second.call({ path: `/stripe/v1/customers/${id}`, headers })).body).toMatchObject({ deleted: true });
    await second.close();
  });
});

import { randomUUID } from 'node:crypto';
import { emailOf, Paying, sessionOf } from '../testing/start-paying.js';

const DAY_MS = 24 * 60 * 60 * 1000;
let paying: Paying;
beforeAll(async () => void (paying = await Paying.start()), 40_000);
afterAll(() => paying.stop());
afterEach(() => paying.endTest());

const fault = (more: object) => paying.simulator.control('POST', '/faults', { platform: 'stripe', ...more });

describe('create-checkout-session', () => {
  it('leads to Stripe for the member of the token, whatever the body says [S51, S105]', async () => {
    const user = randomUUID();
    const { status, body } = await paying.checkout(user, {
      ...{ email: 'victim@members.test', priceId: 'price_of_nothing', userId: randomUUID() },
    });
    expect(status).toBe(200);
    expect(body.url).toMatch(/\/stripe\/pay\/cs_test_/);
    expect(await paying.customersOf(user)).toMatchObject([{ email: emailOf(user), metadata: { userId: user } }]);
  });

  it('ten times at once is one session of one customer [S106]', async () => {
    const user = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => paying.checkout(user)));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    expect(await paying.customersOf(user)).toHaveLength(1);
  });

  it('leads to the same session until that expires, then to another', async () => {
    const user = randomUUID();
    const first = await paying.checkout(user);
    expect((await paying.checkout(user)).body.url).toBe(first.body.url);
    await paying.simulator.control('PUT', '/clock', { offsetSeconds: DAY_MS / 1000 + 60 });
    const next = await paying.checkout(user);
    expect(next.status).toBe(200);
    expect(next.body.url).not.toBe(first.body.url);
    expect(await paying.customersOf(user)).toHaveLength(1);
  });

  it('is refused for Premium, also in the moment before the event of the payment comes [S107]', async () => {
    await paying.webhooks('hold');
    const user = randomUUID();
    await paying.pay((await paying.checkout(user)).body.url);
    const again = await paying.checkout(user);
    expect([again.status, again.body.code, again.body.message]).toEqual([
      ...[409, 'already_subscribed', 'You already have Premium.'],
    ]);
    expect((await paying.customerOf(user)).subscriptions).toHaveLength(1);
  });

  it('is open again after a subscription ended', async () => {
    const { user, subscription } = await paying.subscribed();
    await paying.act(subscription, 'cancel-now');
    await paying.untilTold(user, 'active', 'canceled');
    const { body } = await paying.checkout(user);
    await paying.pay(body.url);
    await paying.untilTold(user, 'active', 'canceled', 'active');
    expect(await paying.customersOf(user)).toHaveLength(1);
  });

  it('finds the customer again whose making it never heard the end of', async () => {
    const user = randomUUID();
    await fault({ path: '/v1/customers$', status: 500, applied: true, times: 2 });
    const { status, headers, body } = await paying.checkout(user);
    expect([status, body.code]).toEqual([503, 'payment_unavailable']);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await paying.checkout(user)).status).toBe(200);
    expect(await paying.customersOf(user)).toHaveLength(1);
  });

  it('opens the same session again whose opening it never heard the end of', async () => {
    const user = randomUUID();
    await fault({ path: '/v1/checkout/sessions$', status: 500, applied: true, times: 2 });
    expect((await paying.checkout(user)).status).toBe(503);
    const { body } = await paying.checkout(user);
    await paying.pay(body.url);
    await paying.untilTold(user, 'active');
  });

  it('makes a new customer for one that was deleted by hand', async () => {
    const { user, customer } = await paying.subscribed();
    await fetch(`${paying.simulator.stripe.apiUrl}/v1/customers/${customer}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${paying.simulator.stripe.secretKey}` },
    });
    await paying.untilTold(user, 'active', 'canceled');
    const { status, body } = await paying.checkout(user);
    expect([status, sessionOf(body.url).startsWith('cs_')]).toEqual([200, true]);
    expect((await paying.customersOf(user)).map(({ deleted }) => deleted)).toEqual([true, false]);
  });

  it('says plainly that the payment provider is away [S108]', async () => {
    await fault({ status: 503 });
    const { status, body } = await paying.checkout(randomUUID());
    expect(status).toBe(503);
    expect(body.message).toBe(
      'The payment provider does not answer right now. Nothing was charged. Please try again shortly.',
    );
  });
});

describe('customer-portal', () => {
  it('leads to the portal of the member', async () => {
    const { user } = await paying.subscribed();
    const { status, body } = await paying.portal(user);
    expect(status).toBe(200);
    expect(await (await fetch(body.url)).text()).toContain('http://127.0.0.1:3000/account');
  });

  it('is refused to members who never had a subscription [S108]', async () => {
    const [stranger, visitor] = [randomUUID(), randomUUID()];
    await paying.checkout(visitor);
    for (const user of [stranger, visitor]) {
      const { status, body } = await paying.portal(user);
      expect([status, body.code]).toEqual([409, 'no_subscription']);
    }
  });
});

import { APP_URL, STRIPE } from '../testing/a-simulator.js';
import { StripeBench } from '../testing/stripe-caller.js';

let stripe: StripeBench;
beforeAll(async () => (stripe = await StripeBench.create()));
afterAll(() => stripe.bench.close());
beforeEach(async () => void (await stripe.bench.control('POST', '/reset')));

const DAY_SECONDS = 24 * 60 * 60;

describe("Stripe's door", () => {
  it.each([
    ['no key', {}, 'You did not provide an API key.'],
    ['a wrong key', { authorization: 'Bearer sk_test_wrong' }, 'Invalid API Key provided: sk_test_****'],
  ])('refuses %s', async (_, headers, message) => {
    const { status, body } = await stripe.call('GET', '/v1/subscriptions', {}, { authorization: '', ...headers });
    expect([status, body.error.message]).toEqual([401, message]);
  });

  it('refuses another version of the API', async () => {
    const { status } = await stripe.call('GET', '/v1/prices', {}, { 'stripe-version': '2020-08-27' });
    expect(status).toBe(400);
  });

  it('refuses a parameter it does not know, one that is missing, and an address it does not have', async () => {
    const unknown = await stripe.call('POST', '/v1/customers', { email: 'a@b.test', 'tax[rate]': '19' });
    expect(unknown.body.error).toMatchObject({ code: 'parameter_unknown', param: 'tax' });
    const missing = await stripe.call('POST', '/v1/billing_portal/sessions');
    expect(missing.body.error).toMatchObject({ code: 'parameter_missing', param: 'customer' });
    expect((await stripe.call('GET', '/v1/charges')).body.error.message).toBe(
      'Unrecognized request URL (GET: /v1/charges).',
    );
  });

  it('answers a fault in its own shape', async () => {
    await stripe.bench.control('POST', '/faults', { platform: 'stripe', status: 500, times: 1 });
    expect((await stripe.call('GET', '/v1/prices')).body.error.type).toBe('api_error');
  });

  it('counts calls by their real path', async () => {
    await stripe.call('GET', `/v1/prices/${STRIPE.priceId}`);
    expect(await stripe.bench.control('GET', '/requests?platform=stripe')).toMatchObject({
      total: 1,
      byEndpoint: { 'GET /v1/prices/{id}': 1 },
    });
  });
});

describe('an Idempotency-Key', () => {
  const create = (email: string, key: string) =>
    stripe.call('POST', '/v1/customers', { email }, { 'idempotency-key': key });

  it('gets the first answer again, also when that was lost', async () => {
    await stripe.bench.control('POST', '/faults', { platform: 'stripe', status: 500, applied: true, times: 1 });
    expect((await create('lost@segue.test', 'key-1')).status).toBe(500);
    const [second, third] = [await create('lost@segue.test', 'key-1'), await create('lost@segue.test', 'key-1')];
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(third.body.id).toBe(second.body.id);
  });

  it('is refused for another request, and forgotten after a day', async () => {
    const first = await create('a@segue.test', 'key-2');
    expect((await create('b@segue.test', 'key-2')).body.error.type).toBe('idempotency_error');
    await stripe.passTime(DAY_SECONDS + 1);
    expect((await create('a@segue.test', 'key-2')).body.id).not.toBe(first.body.id);
  });

  it('is not kept for a write that was reported but never happened', async () => {
    await stripe.bench.control('POST', '/faults', { platform: 'stripe', silentlyIgnore: true, times: 1 });
    const { id } = (await create('c@segue.test', 'key-3')).body;
    expect((await stripe.call('GET', `/v1/customers/${id}`)).status).toBe(404);
    expect((await create('c@segue.test', 'key-3')).headers['idempotent-replayed']).toBeUndefined();
  });
});

describe('a checkout', () => {
  it('takes the price that is for sale, for a customer there is', async () => {
    const customer = await stripe.customer();
    const { error } = await stripe.checkout(customer, { 'line_items[0][price]': 'price_of_nothing' });
    expect(error).toMatchObject({ code: 'resource_missing', param: 'line_items[0][price]' });
    expect((await stripe.checkout('cus_nobody')).error).toMatchObject({ code: 'resource_missing', param: 'customer' });
  });

  it('is paid on its page, which leads back with the id of the session', async () => {
    const session = await stripe.checkout(await stripe.customer('<b>@segue.test'));
    const path = new URL(session.url ?? '').pathname;
    const page = await stripe.bench.call<string>({ path });
    expect(page.body).toContain('€1.99');
    expect(page.body).toContain('&#60;b&#62;@segue.test');
    const paid = await stripe.submit(path, { card: '4242424242424242', decision: 'pay' });
    expect(paid.status).toBe(303);
    expect(paid.headers.location).toBe(`${APP_URL}/billing/success?session_id=${session.id}`);
    const after = (await stripe.call('GET', `/v1/checkout/sessions/${session.id}`)).body;
    expect(after).toMatchObject({ status: 'complete', url: null });
    expect((await stripe.subscription(after.subscription)).status).toBe('active');
  });

  it('says that a card was declined and can be paid with another', async () => {
    const session = await stripe.checkout(await stripe.customer());
    const path = `/stripe/pay/${session.id}`;
    const declined = await stripe.submit(path, { card: '4000000000000002', decision: 'pay' });
    expect([declined.status, declined.body.includes('Your card was declined')]).toEqual([402, true]);
    expect((await stripe.submit(path, { card: '4242424242424242', decision: 'pay' })).status).toBe(303);
    const again = await stripe.submit(path, { card: '4242424242424242', decision: 'pay' });
    expect(again.body).toContain('This has been paid.');
    expect((await stripe.call('GET', '/v1/subscriptions', { customer: session.customer })).body.data).toHaveLength(1);
  });

  it('can be left without paying', async () => {
    const session = await stripe.checkout(await stripe.customer());
    const left = await stripe.submit(`/stripe/pay/${session.id}`, { decision: 'cancel' });
    expect(left.headers.location).toBe(`${APP_URL}/billing/cancel`);
    expect((await stripe.call('GET', `/v1/checkout/sessions/${session.id}`)).body.status).toBe('open');
  });

  it('expires after a day', async () => {
    const session = await stripe.checkout(await stripe.customer());
    await stripe.passTime(DAY_SECONDS);
    expect((await stripe.call('GET', `/v1/checkout/sessions/${session.id}`)).body).toMatchObject({
      status: 'expired',
      url: null,
    });
  });
});

describe('the portal', () => {
  const open = async (customer: string) => {
    const { body } = await stripe.call('POST', '/v1/billing_portal/sessions', {
      customer,
      return_url: `${APP_URL}/account`,
    });
    return new URL(body.url ?? '').pathname;
  };

  it('cancels to the end of the period and takes it back', async () => {
    const { id, customer, items } = await stripe.subscribe();
    const path = await open(customer);
    expect((await stripe.submit(path, { decision: 'cancel' })).headers.location).toBe(path);
    const end = items.data[0]?.current_period_end;
    expect(await stripe.subscription(id)).toMatchObject({
      status: 'active',
      cancel_at: end,
      cancel_at_period_end: false,
    });
    const page = await stripe.bench.call<string>({ path });
    expect(page.body).toContain('Segue Premium ends on');
    expect(page.body).toContain(`${APP_URL}/account`);
    await stripe.submit(path, { decision: 'resume' });
    expect(await stripe.subscription(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  it('tells of it by the flag in classic billing mode', async () => {
    await stripe.bench.control('PUT', '/switches', { stripeBillingMode: 'classic' });
    const { id, customer } = await stripe.subscribe();
    await stripe.submit(await open(customer), { decision: 'cancel' });
    expect(await stripe.subscription(id)).toMatchObject({ cancel_at_period_end: true });
  });

  it('takes a card that the next renewal is charged to', async () => {
    const { id, customer } = await stripe.subscribe();
    await stripe.submit(await open(customer), { decision: 'card', card: '4000000000000341' });
    await stripe.passTime(32 * DAY_SECONDS);
    expect((await stripe.subscription(id)).status).toBe('past_due');
  });

  it('is not there for a stranger', async () => {
    expect((await stripe.bench.call({ path: '/stripe/portal/bps_nobody' })).status).toBe(404);
    expect((await stripe.call('POST', '/v1/billing_portal/sessions', { customer: 'cus_nobody' })).status).toBe(400);
  });
});

describe('a customer who is deleted', () => {
  it('has no subscription any more, and leaves a stub', async () => {
    const { id, customer } = await stripe.subscribe();
    const open = await stripe.checkout(customer);
    expect((await stripe.call('DELETE', `/v1/customers/${customer}`)).body.deleted).toBe(true);
    expect(await stripe.subscription(id)).toMatchObject({ status: 'canceled' });
    expect((await stripe.call('GET', `/v1/customers/${customer}`)).body).toEqual({
      ...{ id: customer, object: 'customer', deleted: true },
    });
    expect((await stripe.call('DELETE', `/v1/customers/${customer}`)).body.error.code).toBe('resource_missing');
    expect((await stripe.submit(`/stripe/pay/${open.id}`, { decision: 'pay' })).body).toContain('expired');
  });
});

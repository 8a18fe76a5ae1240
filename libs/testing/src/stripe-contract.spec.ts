import { stripeContract } from './stripe-contract.js';

const contract = stripeContract();
const checkout = (form: string) => contract.validateCall({ method: 'POST', path: '/v1/checkout/sessions', form });
const RIGHT =
  'mode=subscription&customer=cus_1&line_items[0][price]=price_1&line_items[0][quantity]=1&success_url=https%3A%2F%2Fsegue.test%2Fbilling%2Fsuccess';

describe('calls to Stripe', () => {
  it('accepts a call as the library types describe it', () => expect(checkout(RIGHT)).toEqual([]));

  it('names a parameter Stripe does not know', () => {
    expect(checkout(`${RIGHT}&price=price_1`)).toEqual(['params: must NOT have additional properties (price)']);
    expect(checkout(`${RIGHT}&line_items[0][amount]=199`).join()).toContain('(amount)');
  });

  it('names a value of the wrong type', () => {
    expect(checkout(RIGHT.replace('[quantity]=1', '[quantity]=one')).join()).toContain('must be number');
  });

  it('refuses a call the product has no reason to make', () => {
    expect(contract.validateCall({ method: 'POST', path: '/v1/refunds', form: '' })).toHaveLength(1);
  });
});

describe('answers of Stripe', () => {
  const answer = (body: unknown, status = 200) =>
    contract.validateAnswer({ method: 'DELETE', path: '/v1/customers/cus_1', status, body });

  it('accepts a deleted customer, and names what one lacks', () => {
    expect(answer({ id: 'cus_1', object: 'customer', deleted: true })).toEqual([]);
    expect(answer({ id: 'cus_1', object: 'customer' }).join()).toContain("must have required property 'deleted'");
  });

  it('accepts an error in its envelope alone', () => {
    expect(answer({ error: { type: 'invalid_request_error', message: 'No.' } }, 404)).toEqual([]);
    expect(answer({ message: 'No.' }, 404)).not.toEqual([]);
  });

  it('looks into every object of a list', () => {
    const body = { object: 'list', data: [{ id: 'price_1', object: 'price' }], has_more: false, url: '/v1/prices' };
    expect(contract.validateAnswer({ method: 'GET', path: '/v1/prices', status: 200, body }).join()).toContain(
      'unit_amount',
    );
  });
});

describe('events of Stripe', () => {
  const event = (object: unknown) => ({
    ...{ id: 'evt_1', object: 'event', api_version: '2026-10-28.endive', created: 1, livemode: false },
    ...{ pending_webhooks: 1, request: null, type: 'customer.deleted', data: { object } },
  });

  it('are held to the shape of what they carry, too', () => {
    expect(contract.validateEvent(event({ id: 'cus_1', object: 'subscription' }))).not.toEqual([]);
    expect(contract.validateEvent(event({ id: 'cus_1', object: 'customer', deleted: true }))).toEqual([]);
  });
});

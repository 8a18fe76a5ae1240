import { readEnv } from '@segue/service';
import { BillingEnv } from './env.js';

const GOOD = {
  DATABASE_URL: 'postgres://127.0.0.1/segue',
  JWT_SERVICE_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
};
const read = (more: Record<string, string | undefined> = {}) =>
  readEnv(BillingEnv, { ...GOOD, ...more } as NodeJS.ProcessEnv);

describe("billing's environment", () => {
  it.each([
    ['STRIPE_SECRET_KEY', 'the secret or restricted key of the Stripe account'],
    ['STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook endpoint'],
    ['STRIPE_PRICE_ID', 'the monthly price of Premium'],
  ])('says that %s is missing and what it is', (name, hint) => {
    expect(() => read({ [name]: undefined })).toThrow(`${name} is required: ${hint}`);
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_PRICE_ID', '1.99'],
  ])('refuses %s that is something else, without repeating it [S91]', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}: must start with`));
    expect(() => read({ [name]: value })).not.toThrow(value);
  });

  it('speaks to Stripe unless told otherwise, with or without the version in the address', () => {
    expect(read().STRIPE_API_URL).toBe('https://api.stripe.com');
    for (const url of [
      'http://127.0.0.1:3100/stripe',
      'http://127.0.0.1:3100/stripe/',
      'http://127.0.0.1:3100/stripe/v1',
    ])
      expect(read({ STRIPE_API_URL: url }).STRIPE_API_URL).toBe('http://127.0.0.1:3100/stripe');
  });
});

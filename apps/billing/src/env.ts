import { BaseEnv } from '@segue/service';
import { z } from 'zod';

const required = (name: string, hint: string) =>
  z.string({ error: `${name} is required: ${hint}` }).min(1, `${name} is required: ${hint}`);

export const BillingEnv = BaseEnv.extend({
  STRIPE_SECRET_KEY: required('STRIPE_SECRET_KEY', 'the secret or restricted key of the Stripe account').regex(
    /^(sk|rk)_(test|live)_/,
    'must start with sk_test_, sk_live_, rk_test_ or rk_live_',
  ),
  STRIPE_WEBHOOK_SECRET: required('STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook endpoint').startsWith(
    'whsec_',
    'must start with whsec_',
  ),
  STRIPE_PRICE_ID: required('STRIPE_PRICE_ID', 'the monthly price of Premium').startsWith(
    'price_',
    'must start with price_',
  ),
  /** Stripe's host, or one that stands in for it; without the `/v1` that every path begins with. */
  STRIPE_API_URL: z
    .url()
    .default('https://api.stripe.com')
    .transform((url) => url.replace(/\/(v1\/?)?$/, '')),
  SEGUE_SIMULATOR: z.enum(['on', 'off']).default('off'),
  /** The simulator's own address: where the demo accounts' subscriptions are paid. */
  SIMULATOR_URL: z.url().optional(),
}).refine((env) => !(env.NODE_ENV === 'production' && env.SEGUE_SIMULATOR === 'on'), {
  path: ['SEGUE_SIMULATOR'],
  message: 'must be off in production',
});
export type BillingEnv = z.infer<typeof BillingEnv>;

/** For what is injected: the service's own variables. */
export const BILLING_ENV = Symbol('BILLING_ENV');

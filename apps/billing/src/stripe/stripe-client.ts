import Stripe from 'stripe';
import type { BillingEnv } from '../env.js';

/** Stripe's own default is 80 s; longer than this nobody and nothing waits, in ms. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;

type Address = Pick<BillingEnv, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>;

/** Stripe's library, speaking to `STRIPE_API_URL`. It knows host and port alone, so a path before `/v1` is put in here. */
export function createStripe({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Address, fetchImpl: typeof fetch = fetch): Stripe {
  const { protocol, hostname, port, pathname } = new URL(STRIPE_API_URL);
  const prefix = pathname.replace(/\/$/, '');
  const isPlain = protocol === 'http:';
  return new Stripe(STRIPE_SECRET_KEY, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient((address, init) => {
      const url = new URL(address instanceof Request ? address.url : address);
      url.pathname = prefix + url.pathname;
      // A redirect would carry the key to another host.
      return fetchImpl(url, { ...init, redirect: 'error' });
    }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

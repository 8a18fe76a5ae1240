import { Injectable } from '@nestjs/common';
import { AppError } from '@segue/service';
import Stripe from 'stripe';

/** How long a call may take and how often it is tried; without it, the client's own patience for background work. */
export type Patience = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>;

/** Somebody waits for the page. Less than the ten seconds after which people leave. */
export const INTERACTIVE: Patience = { timeout: 4000, maxNetworkRetries: 1 };

/** Newest first; a member has one, rarely a few old ones. */
const SUBSCRIPTIONS_READ = 20;
const RETRY_AFTER_SECONDS = 5;

export interface NewCheckout {
  customer: string;
  userId: string;
  price: string;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
}

/** Something Stripe does not know (any more). `param` is where the call named it. */
export class MissingAtStripe extends Error {
  constructor(
    readonly param: string | undefined,
    cause: unknown,
  ) {
    super('Stripe does not know an object that was named.', { cause });
  }
}
/** An idempotency key that was used for other parameters. */
export class ReusedKey extends Error {}

/**
 * The few things we ask of Stripe.
 * @throws AppError `payment_unavailable` when it does not answer, throttles us or refuses our key.
 * @throws MissingAtStripe when an object named in the call is not there.
 */
@Injectable()
export class Payments {
  constructor(private readonly stripe: Stripe) {}

  /** @returns the customer's id; the same one for the same key. */
  async createCustomer(
    email: string,
    userId: string,
    idempotencyKey: string,
    patience: Patience = {},
  ): Promise<string> {
    const params = { email, metadata: { userId } };
    return (await ask(() => this.stripe.customers.create(params, { ...patience, idempotencyKey }))).id;
  }

  async updateEmail(customer: string, email: string): Promise<void> {
    await ask(() => this.stripe.customers.update(customer, { email }));
  }

  /** Ends every subscription at once, without a refund. One that is gone already is as good as deleted. */
  async deleteCustomer(customer: string): Promise<void> {
    await ask(() => this.stripe.customers.del(customer)).catch((error: unknown) => {
      if (!(error instanceof MissingAtStripe)) throw error;
    });
  }

  /** All there ever were, newest first. */
  async subscriptionsOf(customer: string, patience: Patience = {}): Promise<Stripe.Subscription[]> {
    const params = { customer, status: 'all', limit: SUBSCRIPTIONS_READ } as const;
    return (await ask(() => this.stripe.subscriptions.list(params, patience))).data;
  }

  /** @throws ReusedKey */
  async createCheckout(checkout: NewCheckout): Promise<Stripe.Checkout.Session> {
    const { customer, userId, price, successUrl, cancelUrl, idempotencyKey } = checkout;
    return ask(() =>
      this.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: userId,
          line_items: [{ price, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          metadata: { userId },
          subscription_data: { metadata: { userId } },
        },
        { ...INTERACTIVE, idempotencyKey },
      ),
    );
  }

  async checkout(session: string): Promise<Stripe.Checkout.Session> {
    return ask(() => this.stripe.checkout.sessions.retrieve(session, {}, INTERACTIVE));
  }

  /** @returns the address of the member's portal. */
  async portal(customer: string, returnUrl: string): Promise<string> {
    const params = { customer, return_url: returnUrl };
    return (await ask(() => this.stripe.billingPortal.sessions.create(params, INTERACTIVE))).url;
  }
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error.code === 'resource_missing') return new MissingAtStripe(error.param, error);
  // 409: the first call under this key is still being worked on, and so the one to wait for.
  const isReused = error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409;
  if (isReused) return new ReusedKey(error.message, { cause: error });
  // What is left of these is a mistake of ours, and no waiting helps.
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return error;
  const facts = { stripeType: error.type, stripeCode: error.code, stripeRequest: error.requestId };
  return new AppError('payment_unavailable', facts, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

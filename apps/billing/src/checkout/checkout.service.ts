import { Inject, Injectable } from '@nestjs/common';
import { AppError, appUrlOf, Clock, type RateLimiter, RateLimiters } from '@segue/service';
import type Stripe from 'stripe';
import { CustomersService, type KnownCustomer, type Payer } from '../customers/customers.service.js';
import { BILLING_ENV, type BillingEnv } from '../env.js';
import { INTERACTIVE, MissingAtStripe, Payments, ReusedKey } from '../stripe/payments.js';
import { isDormant } from '../subscriptions/plan.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';

/** A customer or session that is found to be gone is replaced; more often than this something else is wrong. */
const MOST_ROUNDS = 4;

/** The ways to Stripe's pages. */
@Injectable()
export class CheckoutService {
  private readonly appUrl: string;
  /** Every way costs calls of Stripe, whose limit all members share. */
  private readonly ways: RateLimiter;
  /** Two clicks of one member at once are one. */
  private readonly opening = new Map<string, Promise<string>>();

  constructor(
    private readonly customers: CustomersService,
    private readonly subscriptions: SubscriptionsService,
    private readonly payments: Payments,
    private readonly clock: Clock,
    @Inject(BILLING_ENV) private readonly env: BillingEnv,
    limiters: RateLimiters,
  ) {
    this.ways = limiters.create({ name: 'billing-ways', points: 30, windowSeconds: 60 });
    this.appUrl = appUrlOf(env);
  }

  /**
   * Where the member pays: the same open checkout until it is paid or expired, or the portal when a subscription waits
   * there for a payment.
   * @throws AppError `already_subscribed`, `rate_limited`, `payment_unavailable`
   */
  async open(payer: Payer): Promise<{ url: string }> {
    const { _id: userId } = payer;
    await this.ways.take(userId);
    const opening = this.opening.get(userId) ?? this.findWay(payer).finally(() => this.opening.delete(userId));
    this.opening.set(userId, opening);
    return { url: await opening };
  }

  /** @throws AppError `no_subscription`, `rate_limited`, `payment_unavailable` */
  async portal({ _id: userId }: Payer): Promise<{ url: string }> {
    await this.ways.take(userId);
    const customer = await this.customers.find(userId);
    if (!customer?.stripeId) throw new AppError('no_subscription', { userId });
    if (customer.checkoutSession !== null) await this.subscriptions.read(userId, INTERACTIVE);
    if (!(await this.subscriptions.find(userId))) throw new AppError('no_subscription', { userId });
    return { url: await this.portalOf(customer.stripeId, userId) };
  }

  private async portalOf(stripeId: string, userId: string): Promise<string> {
    try {
      return await this.payments.portal(stripeId, `${this.appUrl}/account`);
    } catch (error) {
      if (!(error instanceof MissingAtStripe)) throw error;
      await this.subscriptions.read(userId, INTERACTIVE);
      throw new AppError('no_subscription', { userId }, { cause: error });
    }
  }

  private async findWay(payer: Payer): Promise<string> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const customer = await this.customers.ensure(payer);
      const url = await this.tryWay(customer);
      if (url !== null) return url;
    }
    throw new AppError('payment_unavailable', { userId: payer._id }, { retryAfterSeconds: 1 });
  }

  /** @returns null when what was found turned out to be gone and the next round may do better. */
  private async tryWay(customer: KnownCustomer): Promise<string | null> {
    const { userId, stripeId } = customer;
    // Before anybody can pay twice, Stripe has the word: the event of a payment may still be on its way.
    if (customer.checkoutSession !== null) await this.subscriptions.read(userId, INTERACTIVE);
    const { subscriptionStatus } = await this.subscriptions.planOf(userId);
    if (subscriptionStatus === 'active') throw new AppError('already_subscribed', { userId });
    if (isDormant(await this.subscriptions.find(userId))) return this.portalOf(stripeId, userId);
    try {
      const session = await this.session(customer);
      if (session?.url && session.status === 'open') return session.url;
      await this.customers.leaveCheckout(customer);
    } catch (error) {
      if (error instanceof ReusedKey) await this.customers.leaveCheckout(customer);
      else if (error instanceof MissingAtStripe) await this.recover(customer, error);
      else throw error;
    }
    return null;
  }

  /** The session that is open, or a new one. Parallel calls share a number, and so a key, and so a session. */
  private async session(customer: KnownCustomer): Promise<Stripe.Checkout.Session | null> {
    const { userId, stripeId, checkoutNumber, checkoutSession } = customer;
    if (checkoutSession !== null) return this.payments.checkout(checkoutSession);
    const price = this.env.STRIPE_PRICE_ID;
    const session = await this.payments.createCheckout({
      ...{ customer: stripeId, userId, price },
      successUrl: `${this.appUrl}/billing/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${this.appUrl}/billing/cancel`,
      idempotencyKey: `checkout:${userId}:${stripeId}:${price}:${checkoutNumber}`,
    });
    const expiresAt = new Date(session.expires_at * 1000);
    await this.customers.noteCheckout(customer, session.id, expiresAt);
    // The first answer to a key is repeated for a day, also when its session is long over.
    return expiresAt > this.clock.now() ? session : null;
  }

  /** Of the objects a call names, customer and session can be replaced; a price that is not there is a mistake of ours. */
  private async recover(customer: KnownCustomer, error: MissingAtStripe): Promise<void> {
    if (error.param === 'customer') await this.customers.replaceMissing(customer);
    else if (customer.checkoutSession !== null) await this.customers.leaveCheckout(customer);
    else throw error;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { billingStatus, ResponseOf } from '@segue/contracts';
import { type ActingUser, Clock, LOGGER } from '@segue/service';
import type { Logger } from 'pino';
import { AllowanceService } from './allowance/allowance.service.js';
import { CustomersService } from './customers/customers.service.js';
import type { Patience } from './stripe/payments.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';

/** The whole app waits for the status, so it waits little for Stripe. */
const BRIEF: Patience = { timeout: 2500, maxNetworkRetries: 0 };
/** A member with an open checkout has Stripe asked once in this time, in ms. */
const READ_AGAIN_MS = 2000;

/** What a member sees of their plan. */
@Injectable()
export class StatusService {
  constructor(
    private readonly allowance: AllowanceService,
    private readonly customers: CustomersService,
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async of(user: ActingUser): Promise<ResponseOf<typeof billingStatus>> {
    await this.lookAtCheckout(user);
    const { subscriptionStatus, cancelAtPeriodEnd, nextBillingDate } = await this.subscriptions.planOf(user._id);
    return {
      subscriptionStatus,
      cancelAtPeriodEnd,
      nextBillingDate: nextBillingDate?.toISOString() ?? null,
      lastPlaylistUpdate: await this.allowance.lastUpdate(user),
    };
  }

  /** Whoever comes back from paying sees Premium although the event is late. */
  private async lookAtCheckout({ _id: userId }: ActingUser): Promise<void> {
    const customer = await this.customers.find(userId);
    if (!customer || customer.checkoutSession === null) return;
    const readMs = customer.readAt?.getTime() ?? 0;
    if (this.clock.now().getTime() - readMs < READ_AGAIN_MS) return;
    await this.subscriptions
      .read(userId, BRIEF)
      .catch((error: unknown) => this.logger.warn({ event: 'billing.status-unread', userId, err: error }));
  }
}

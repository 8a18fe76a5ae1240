import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@segue/contracts';
import { CheckoutService } from '../checkout/checkout.service.js';
import { CustomersService } from '../customers/customers.service.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';

/** Demo accounts that have Premium from the start. */
const PREMIUM_EMAILS: ReadonlySet<string> = new Set(['admin@segue.test', 'premium@segue.test']);

/**
 * Subscribes the demo accounts the way a member does: a checkout, paid at the simulator. Once: whoever cancels stays
 * canceled. Heard again with each start, for data that are older than this. Outside simulator mode there is no simulator and nobody is subscribed.
 */
@Injectable()
export class DemoPlans {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly customers: CustomersService,
    private readonly subscriptions: SubscriptionsService,
    private readonly simulatorUrl: string | undefined,
  ) {}

  async subscribe({ userId, email }: EventPayload<'user.registered'>): Promise<void> {
    if (!this.simulatorUrl || !PREMIUM_EMAILS.has(email)) return;
    if (await this.subscriptions.find(userId)) return;
    await this.checkout.open({ _id: userId, email });
    const session = (await this.customers.find(userId))?.checkoutSession;
    if (!session) return;
    const paid = await fetch(new URL(`/control/stripe/pay/${session}`, this.simulatorUrl), { method: 'POST' });
    if (!paid.ok) throw new Error(`The simulator answered ${paid.status} to the payment of a demo account.`);
    await this.subscriptions.read(userId);
  }
}

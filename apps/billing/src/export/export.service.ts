import { Injectable } from '@nestjs/common';
import type { exportBilling, ResponseOf } from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { AllowanceService } from '../allowance/allowance.service.js';
import { CustomersService } from '../customers/customers.service.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';

/** What billing keeps about a member, for the member. */
@Injectable()
export class ExportService {
  constructor(
    private readonly allowance: AllowanceService,
    private readonly customers: CustomersService,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  async exportBilling(user: ActingUser): Promise<ResponseOf<typeof exportBilling>> {
    const [customer, subscription, lastPlaylistUpdate] = await Promise.all([
      this.customers.find(user._id),
      this.subscriptions.find(user._id),
      this.allowance.lastUpdate(user),
    ]);
    return {
      customer: customer && { stripeId: customer.stripeId, email: customer.email },
      subscription: subscription && {
        stripeId: subscription.stripeId,
        status: subscription.status,
        periodEndsAt: subscription.periodEndsAt.toISOString(),
        endsAt: subscription.endsAt?.toISOString() ?? null,
      },
      lastPlaylistUpdate,
    };
  }
}

import { Body, Controller } from '@nestjs/common';
import { billingStatus, type BodyOf, claimAllowance, releaseAllowance, settleAllowance } from '@segue/contracts';
import { type ActingUser, Route, User } from '@segue/service';
import { AllowanceService } from './allowance.service.js';

@Controller()
export class AllowanceController {
  constructor(private readonly allowance: AllowanceService) {}

  /** Everyone is on the free plan as long as no plan can be bought. */
  @Route(billingStatus)
  async status(@User() user: ActingUser) {
    return {
      subscriptionStatus: 'none' as const,
      cancelAtPeriodEnd: false,
      lastPlaylistUpdate: await this.allowance.lastUpdate(user),
      nextBillingDate: null,
    };
  }

  @Route(claimAllowance)
  claim(@User() user: ActingUser, @Body() body: BodyOf<typeof claimAllowance>) {
    return this.allowance.claim(user, body);
  }

  @Route(releaseAllowance)
  release(@User() user: ActingUser, @Body() body: BodyOf<typeof releaseAllowance>) {
    return this.allowance.release(user, body);
  }

  @Route(settleAllowance)
  settle(@User() user: ActingUser, @Body() body: BodyOf<typeof settleAllowance>) {
    return this.allowance.settle(user, body);
  }
}

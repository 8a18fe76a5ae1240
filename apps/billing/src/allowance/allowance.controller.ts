import { Body, Controller } from '@nestjs/common';
import { type BodyOf, claimAllowance, releaseAllowance, settleAllowance } from '@segue/contracts';
import { type ActingUser, Route, User } from '@segue/service';
import { AllowanceService } from './allowance.service.js';

@Controller()
export class AllowanceController {
  constructor(private readonly allowance: AllowanceService) {}

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

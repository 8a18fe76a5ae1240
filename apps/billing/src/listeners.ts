import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@segue/contracts';
import { Inbox } from '@segue/service';
import { AllowanceService } from './allowance/allowance.service.js';

@Controller()
export class Listeners {
  constructor(
    private readonly inbox: Inbox,
    private readonly allowance: AllowanceService,
  ) {}

  @EventPattern('user.deleted')
  async forgetMember(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    await this.inbox.once(event, ({ userId }, tx) => this.allowance.forget(tx, userId));
  }
}

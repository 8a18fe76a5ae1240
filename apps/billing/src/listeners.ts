import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@segue/contracts';
import { Inbox } from '@segue/service';
import { AllowanceService } from './allowance/allowance.service.js';
import { CustomersService } from './customers/customers.service.js';
import { DemoPlans } from './demo/demo-plans.js';

@Controller()
export class Listeners {
  constructor(
    private readonly inbox: Inbox,
    private readonly allowance: AllowanceService,
    private readonly customers: CustomersService,
    private readonly demoPlans: DemoPlans,
  ) {}

  @EventPattern('user.registered')
  async greetMember(@Payload() event: EventEnvelope<'user.registered'>): Promise<void> {
    await this.demoPlans.subscribe(event.payload);
  }

  @EventPattern('user.updated')
  async updateMember(@Payload() event: EventEnvelope<'user.updated'>): Promise<void> {
    await this.inbox.once(event, ({ userId, email }, tx) =>
      this.customers.noteEmail(tx, userId, email, event.occurredAt),
    );
    await this.demoPlans.subscribe(event.payload);
  }

  @EventPattern('user.deleted')
  async forgetMember(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    await this.inbox.once(event, async ({ userId }, tx) => {
      await this.allowance.forget(tx, userId);
      await this.customers.forget(tx, userId);
    });
  }
}

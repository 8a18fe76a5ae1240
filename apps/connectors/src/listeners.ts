import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@segue/contracts';
import { Inbox } from '@segue/service';
import { ConnectionRepository } from './connections/connection.repository.js';

@Controller()
export class Listeners {
  constructor(
    private readonly inbox: Inbox,
    private readonly connections: ConnectionRepository,
  ) {}

  @EventPattern('user.deleted')
  async forgetMember(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    await this.inbox.once(event, ({ userId }, tx) => this.connections.forgetMember(tx, userId));
  }
}

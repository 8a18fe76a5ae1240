import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@segue/contracts';
import { Inbox } from '@segue/service';
import { ConnectionRepository } from './connections/connection.repository.js';
import { forgetAddress, noteAddress } from './reminders/member-addresses.js';

@Controller()
export class Listeners {
  constructor(
    private readonly inbox: Inbox,
    private readonly connections: ConnectionRepository,
  ) {}

  @EventPattern('user.registered')
  noteMember(@Payload() event: EventEnvelope<'user.registered'>): Promise<void> {
    return this.note(event);
  }

  @EventPattern('user.updated')
  noteChange(@Payload() event: EventEnvelope<'user.updated'>): Promise<void> {
    return this.note(event);
  }

  @EventPattern('user.deleted')
  async forgetMember(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    await this.inbox.once(event, async ({ userId }, tx) => {
      await this.connections.forgetMember(tx, userId);
      await forgetAddress(tx, userId, event.occurredAt);
    });
  }

  private note(event: EventEnvelope<'user.registered' | 'user.updated'>): Promise<void> {
    return this.inbox.once(event, ({ userId, email }, tx) => noteAddress(tx, userId, email, event.occurredAt));
  }
}

import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@segue/contracts';
import { Inbox } from '@segue/service';
import { Pairing } from './compare/pairing.entity.js';
import { BrokenOff } from './ledger/broken-off.js';
import { Operation } from './ledger/operation.entity.js';

@Controller()
export class Listeners {
  constructor(
    private readonly inbox: Inbox,
    private readonly brokenOff: BrokenOff,
  ) {}

  @EventPattern('user.deleted')
  async forgetMember(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    await this.inbox.once(event, async ({ userId }, tx) => {
      // In this order: a write that ends right now holds its operation and may remember a pairing with it.
      await tx.delete(Operation, { userId });
      await tx.delete(Pairing, { userId });
    });
  }

  /** The next account of that platform has other playlists. */
  @EventPattern('platform.disconnected')
  async forgetPairings(@Payload() event: EventEnvelope<'platform.disconnected'>): Promise<void> {
    await this.inbox.once(event, async ({ userId, platform }, tx) => {
      await tx.delete(Pairing, { userId, sourcePlatform: platform });
      await tx.delete(Pairing, { userId, targetPlatform: platform });
    });
  }

  /** What broke off because access had ended can be looked into again. */
  @EventPattern('platform.connected')
  async lookAtBrokenOff(@Payload() event: EventEnvelope<'platform.connected'>): Promise<void> {
    await this.inbox.once(event, ({ userId, platform }) => this.brokenOff.lookNow(userId, platform));
  }
}

import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@segue/contracts';
import { Inbox } from '@segue/service';
import type { EntityManager } from 'typeorm';
import { CreatedPlaylist, Member } from './members/member.entity.js';

/** Keeps the dashboard's picture of members up to date. Facts may come late, twice, or after the member left. */
@Controller()
export class Listeners {
  constructor(private readonly inbox: Inbox) {}

  @EventPattern('user.registered')
  async addMember(@Payload() event: EventEnvelope<'user.registered'>): Promise<void> {
    await this.inbox.once(event, async ({ userId, createdAt, ...person }, tx) => {
      const member = { id: userId, ...person, createdAt: new Date(createdAt), subscriptionStatus: 'none' as const };
      await tx.createQueryBuilder().insert().into(Member).values(member).orIgnore().execute();
    });
  }

  @EventPattern('user.updated')
  async updateMember(@Payload() event: EventEnvelope<'user.updated'>): Promise<void> {
    await this.inbox.once(event, async ({ userId, name, email, isAdmin }, tx) => {
      await tx.update(Member, userId, { name, email, isAdmin });
    });
  }

  @EventPattern('user.signed-in')
  async noteSignIn(@Payload() event: EventEnvelope<'user.signed-in'>): Promise<void> {
    await this.inbox.once(event, async ({ userId, at }, tx) => {
      await tx.update(Member, userId, { lastLogin: new Date(at), lastActive: new Date(at) });
    });
  }

  @EventPattern('user.deleted')
  async forgetMember(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    await this.inbox.once(event, async ({ userId }, tx) => {
      await tx.delete(CreatedPlaylist, { userId });
      await tx.delete(Member, userId);
    });
  }

  @EventPattern('subscription.changed')
  async notePlan(@Payload() event: EventEnvelope<'subscription.changed'>): Promise<void> {
    await this.inbox.once(event, async ({ userId, subscriptionStatus }, tx) => {
      await tx.update(Member, userId, { subscriptionStatus });
    });
  }

  @EventPattern('allowance.claimed')
  async noteAllowance(@Payload() event: EventEnvelope<'allowance.claimed'>): Promise<void> {
    await this.inbox.once(event, async ({ userId, lastPlaylistUpdate }, tx) => {
      await tx.update(Member, userId, { lastPlaylistUpdate });
    });
  }

  @EventPattern('playlist.created')
  async noteCreated(@Payload() event: EventEnvelope<'playlist.created'>): Promise<void> {
    await this.inbox.once(event, async ({ userId, platform, playlistId, name }, tx) => {
      await tx
        .createQueryBuilder()
        .insert()
        .into(CreatedPlaylist)
        .values({ userId, platform, id: playlistId, name })
        .orIgnore()
        .execute();
      await noteActivity(tx, userId, event.occurredAt);
    });
  }

  @EventPattern('playlist.updated')
  async noteUpdated(@Payload() event: EventEnvelope<'playlist.updated'>): Promise<void> {
    await this.inbox.once(event, ({ userId }, tx) => noteActivity(tx, userId, event.occurredAt));
  }

  @EventPattern('platform.connected')
  async noteConnected(@Payload() event: EventEnvelope<'platform.connected'>): Promise<void> {
    await this.inbox.once(event, ({ userId }, tx) => noteActivity(tx, userId, event.occurredAt));
  }

  @EventPattern('platform.disconnected')
  async noteDisconnected(@Payload() event: EventEnvelope<'platform.disconnected'>): Promise<void> {
    await this.inbox.once(event, ({ userId }, tx) => noteActivity(tx, userId, event.occurredAt));
  }
}

async function noteActivity(tx: EntityManager, userId: string, at: string): Promise<void> {
  await tx.update(Member, userId, { lastActive: new Date(at) });
}

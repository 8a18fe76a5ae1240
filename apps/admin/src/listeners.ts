import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@segue/contracts';
import { appUrlOf, Inbox, MailOutbox } from '@segue/service';
import { ADMIN_ENV, type AdminEnv } from './env.js';
import {
  noteActivity,
  noteAllowance,
  noteCreatedPlaylist,
  noteLeft,
  notePerson,
  notePlan,
  noteSignIn,
} from './members/member-facts.js';
import { paymentFailedMail } from './payments/payment-mails.js';
import { noteTracks } from './tracks/track-facts.js';
import { noteVisit } from './visits/visit-facts.js';

/** Keeps the dashboard's picture of members, visits and matches up to date, and mails what a member has to know. Facts may come late, twice, or after the member left. */
@Controller()
export class Listeners {
  constructor(
    private readonly inbox: Inbox,
    private readonly mails: MailOutbox,
    @Inject(ADMIN_ENV) private readonly env: Pick<AdminEnv, 'APP_URL' | 'PORT'>,
  ) {}

  @EventPattern('user.registered')
  async addMember(@Payload() event: EventEnvelope<'user.registered'>): Promise<void> {
    await this.inbox.once(event, (person, tx) => notePerson(tx, person, event.occurredAt));
  }

  @EventPattern('user.updated')
  async updateMember(@Payload() event: EventEnvelope<'user.updated'>): Promise<void> {
    await this.inbox.once(event, (person, tx) => notePerson(tx, person, event.occurredAt));
  }

  @EventPattern('user.signed-in')
  async noteSignIn(@Payload() event: EventEnvelope<'user.signed-in'>): Promise<void> {
    await this.inbox.once(event, ({ userId, at }, tx) => noteSignIn(tx, userId, at));
  }

  @EventPattern('user.deleted')
  async forgetMember(@Payload() event: EventEnvelope<'user.deleted'>): Promise<void> {
    await this.inbox.once(event, ({ userId }, tx) => noteLeft(tx, userId, event.occurredAt));
  }

  @EventPattern('subscription.changed')
  async notePlan(@Payload() event: EventEnvelope<'subscription.changed'>): Promise<void> {
    await this.inbox.once(event, (plan, tx) => notePlan(tx, plan, event.occurredAt));
  }

  @EventPattern('payment.failed')
  async mailFailedPayment(@Payload() event: EventEnvelope<'payment.failed'>): Promise<void> {
    await this.inbox.once(event, (failure, tx) => this.mails.send(tx, paymentFailedMail(failure, appUrlOf(this.env))));
  }

  @EventPattern('allowance.claimed')
  async noteAllowance(@Payload() event: EventEnvelope<'allowance.claimed'>): Promise<void> {
    await this.inbox.once(event, (claim, tx) => noteAllowance(tx, claim, event.occurredAt));
  }

  @EventPattern('playlist.created')
  async noteCreated(@Payload() event: EventEnvelope<'playlist.created'>): Promise<void> {
    await this.inbox.once(event, (playlist, tx) => noteCreatedPlaylist(tx, playlist, event.occurredAt));
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

  @EventPattern('tracks.settled')
  async noteTracks(@Payload() event: EventEnvelope<'tracks.settled'>): Promise<void> {
    await this.inbox.once(event, (counts, tx) => noteTracks(tx, counts, event.occurredAt));
  }

  @EventPattern('visit.recorded')
  async noteVisit(@Payload() event: EventEnvelope<'visit.recorded'>): Promise<void> {
    await this.inbox.once(event, (visit, tx) => noteVisit(tx, visit));
  }
}

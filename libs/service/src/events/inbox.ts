import { EVENTS, type EventEnvelope, type EventName, type EventPayload } from '@segue/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { InboxEntry } from './inbox-entry.entity.js';

/** Makes hearing an event twice have one effect. */
@Injectable()
export class Inbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Runs `effect` in the transaction that remembers the event; not at all when it was heard before. */
  async once<N extends EventName>(
    event: EventEnvelope<N>,
    effect: (payload: EventPayload<N>, transaction: EntityManager) => Promise<void>,
  ): Promise<void> {
    const payload = EVENTS[event.name].parse(event.payload) as EventPayload<N>;
    await this.dataSource.transaction(async (transaction) => {
      const { raw } = await transaction
        .createQueryBuilder()
        .insert()
        .into(InboxEntry)
        .values({ eventId: event.id, heardAt: this.clock.now() })
        .orIgnore()
        .returning('event_id')
        .execute();
      if ((raw as unknown[]).length > 0) await effect(payload, transaction);
    });
  }
}

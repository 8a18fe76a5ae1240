import { EVENTS, type EventName, type EventPayload } from '@segue/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { currentRequestId } from '../logging/request-context.js';
import { OutboxEntry } from './outbox-entry.entity.js';

/** Channel that wakes the relay of a service; PostgreSQL delivers it only when the transaction commits. */
export const outboxChannelOf = (schema: string): string => `segue_outbox_${schema}`;

/** Where services put facts that the others should hear. */
@Injectable()
export class Outbox {
  constructor(
    private readonly schema: string,
    private readonly clock: Clock,
  ) {}

  /** Writes the fact into the caller's transaction; it is told after the commit, or never if that fails. */
  async publish<N extends EventName>(transaction: EntityManager, name: N, payload: EventPayload<N>): Promise<void> {
    await transaction.insert(OutboxEntry, {
      id: randomUUID(),
      name,
      payload: EVENTS[name].parse(payload) as object,
      occurredAt: this.clock.now(),
      requestId: currentRequestId(),
    });
    await transaction.query('SELECT pg_notify($1, $2)', [outboxChannelOf(this.schema), '']);
  }
}

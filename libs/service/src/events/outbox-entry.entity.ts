import type { EventName } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A fact waiting to be told. Written in the transaction that made it true. */
@Entity('outbox')
export class OutboxEntry {
  /** The order in which facts became true in this service. */
  @Column({ type: 'bigint', generated: 'increment' })
  sequence: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: EventName;

  @Column('jsonb')
  payload: unknown;

  @Column('timestamptz', { name: 'occurred_at' })
  occurredAt: Date;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;
}

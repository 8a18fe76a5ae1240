import type { FailureReason, MatchType, PlatformId, RemovalPlan } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type OperationKind = 'add' | 'create' | 'remove' | 'rebuild';

/** One write a member asked for. */
@Entity('operations')
export class Operation {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  kind: OperationKind;

  @Column('text')
  platform: PlatformId;

  /** null until the playlist of a `create` or `rebuild` is made. */
  @Column('text', { name: 'playlist_id', nullable: true })
  playlistId: string | null;

  @Column('text', { name: 'playlist_name' })
  playlistName: string;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  /** Tells a repeated request from another one under the same key. */
  @Column('text', { name: 'request_hash' })
  requestHash: string;

  /** What was answered last; null until there was an answer. */
  @Column('jsonb', { nullable: true })
  answer: object | null;

  /** Entries of the playlist before anything was written: what is new stands behind them. null = nothing was written. */
  @Column('integer', { name: 'size_before', nullable: true })
  sizeBefore: number | null;

  /** How one of several copies is being removed: whoever holds it can finish that. */
  @Column('jsonb', { name: 'removal_plan', nullable: true })
  removalPlan: RemovalPlan | null;

  /** Settled, but a repeat under the same key may still bring some of its rows in. */
  @Column('boolean', { default: false })
  unfinished: boolean;

  /** The process that works on it, until `leaseExpiresAt` (the database's clock) unless it renews. */
  @Column('uuid')
  holder: string;

  @Column('timestamptz', { name: 'lease_expires_at' })
  leaseExpiresAt: Date;

  /** When somebody should look whether it broke off, if it is not settled by then. */
  @Column('timestamptz', { name: 'look_at' })
  lookAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt: Date | null;
}

/** `written`: the platform took it, but reading back did not settle whether it is there. */
export type ItemState = 'pending' | 'written' | 'confirmed' | 'failed';

/** One requested track of an operation, and what became of it. */
@Entity('operation_items')
export class OperationItem {
  @PrimaryColumn('uuid', { name: 'operation_id' })
  operationId: string;

  /** Place in the request, from 0. */
  @PrimaryColumn('integer', { name: 'source_index' })
  sourceIndex: number;

  @Column('text', { name: 'source_isrc', nullable: true })
  sourceIsrc: string | null;

  @Column('text', { name: 'source_name' })
  sourceName: string;

  @Column('text', { name: 'source_artist' })
  sourceArtist: string;

  @Column('text', { name: 'target_id', nullable: true })
  targetId: string | null;

  @Column('text', { name: 'target_isrc', nullable: true })
  targetIsrc: string | null;

  @Column('text', { name: 'match_type', nullable: true })
  matchType: MatchType | null;

  @Column('text')
  state: ItemState;

  @Column('text', { nullable: true })
  reason: FailureReason | null;
}

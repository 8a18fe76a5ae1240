import type { FailureReason, MatchType, PlatformId } from '@segue/contracts';
import type { z } from 'zod';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type OperationKind = 'add' | 'create';

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

  /** null until the playlist of a `create` is made. */
  @Column('text', { name: 'playlist_id', nullable: true })
  playlistId: string | null;

  @Column('text', { name: 'playlist_name' })
  playlistName: string;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  /** Tells a repeated request from another one under the same key. */
  @Column('text', { name: 'request_hash' })
  requestHash: string;

  /** What was answered; null until it is settled. */
  @Column('jsonb', { nullable: true })
  answer: object | null;

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

  @Column('text', { name: 'match_type', nullable: true })
  matchType: MatchType | null;

  @Column('text')
  state: ItemState;

  @Column('text', { nullable: true })
  reason: z.infer<typeof FailureReason> | null;
}

import { Injectable } from '@nestjs/common';
import {
  IDEMPOTENCY_KEY_LIFE_MS,
  LEDGER_LIFE_DAYS,
  type PlatformId,
  type RemovalPlan,
  type RequestedTrack,
} from '@segue/contracts';
import { type ActingUser, AppError, Clock } from '@segue/service';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource, type EntityManager, LessThan } from 'typeorm';
import { isRetryable } from '../resolve/failure-sentences.js';
import type { Resolution } from '../resolve/resolve.service.js';
import { LEASE_SECONDS, OperationLeases } from './operation-leases.js';
import { type ItemState, Operation, OperationItem, type OperationKind } from './operation.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface OperationRequest {
  kind: OperationKind;
  platform: PlatformId;
  playlistId: string | null;
  playlistName: string;
  /** The `Idempotency-Key` header; null when the client sent none. */
  key: string | null;
  body: unknown;
}

/** `resumed`: the same request began before, and broke off or was left unfinished. */
export type Opened<T> = { answer: T } | OpenOperation;
export interface OpenOperation {
  operation: Operation;
  resumed: boolean;
}

/** The end of one ledger row. */
export interface ItemEnd {
  state: ItemState;
  reason: OperationItem['reason'];
}

const MOST_ROWS_PER_INSERT = 1000;
/** The member's own repeat comes first; after this the ledger looks for itself. */
const LOOK_AFTER_MS = 45_000;

/** Every write is a row here before it is a call. */
@Injectable()
export class Ledger {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly leases: OperationLeases,
  ) {}

  /**
   * Opens an operation, or finds the one of the same key. The caller works on it until `leases.letGo`.
   * @throws AppError `idempotency_key_reused` when the key belongs to another request, `request_in_progress` while
   * the first is still running.
   */
  async open<T>(user: ActingUser, request: OperationRequest): Promise<Opened<T>> {
    const now = this.clock.now();
    const operation: Operation = {
      id: randomUUID(),
      userId: user._id,
      kind: request.kind,
      platform: request.platform,
      playlistId: request.playlistId,
      playlistName: request.playlistName,
      idempotencyKey: request.key,
      requestHash: createHash('sha256')
        .update(JSON.stringify([request.kind, request.body]))
        .digest('hex'),
      answer: null,
      sizeBefore: null,
      removalPlan: null,
      unfinished: false,
      holder: this.leases.holder,
      leaseExpiresAt: now,
      lookAt: new Date(now.getTime() + LOOK_AFTER_MS),
      createdAt: now,
      settledAt: null,
    };
    if (request.key !== null) await this.forgetOldKey(user, request.key, now);
    const inserted = await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(Operation)
      .values({
        ...operation,
        leaseExpiresAt: () => `now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .orIgnore()
      .returning('id')
      .execute();
    if ((inserted.raw as unknown[]).length === 0) return this.reopen<T>(user, operation);
    this.leases.keep(operation.id);
    return { operation, resumed: false };
  }

  /** Goes on with an operation that nobody works on any more. @returns it as it is now; null when somebody does. */
  async takeOver({ id }: Operation): Promise<Operation | null> {
    if (!(await this.leases.take(id))) return null;
    return this.dataSource.getRepository(Operation).findOneBy({ id });
  }

  /** Notes what is about to be written. What an earlier attempt confirmed stays as it is. */
  async plan(
    writes: ReadonlyArray<{
      operation: Operation;
      tracks: readonly RequestedTrack[];
      resolutions: readonly Resolution[];
    }>,
  ): Promise<void> {
    const items = writes.flatMap(({ operation, tracks, resolutions }) =>
      tracks.map((track, sourceIndex) => toItem(operation, track, sourceIndex, resolutions[sourceIndex])),
    );
    for (let start = 0; start < items.length; start += MOST_ROWS_PER_INSERT) {
      await this.dataSource
        .createQueryBuilder()
        .insert()
        .into(OperationItem)
        .values(items.slice(start, start + MOST_ROWS_PER_INSERT))
        .orUpdate(['target_id', 'target_isrc', 'match_type', 'state', 'reason'], ['operation_id', 'source_index'], {
          overwriteCondition: { where: `operation_items.state <> 'confirmed'` },
        })
        .execute();
    }
  }

  async remember(operation: Operation, playlistId: string, sizeBefore: number): Promise<void> {
    operation.playlistId = playlistId;
    operation.sizeBefore ??= sizeBefore;
    await this.dataSource
      .getRepository(Operation)
      .update(operation.id, { playlistId, sizeBefore: operation.sizeBefore });
  }

  /** The last row before the call: from now on something may stand in the playlist behind its `size` entries. */
  async begin(operations: readonly Operation[], size: number): Promise<void> {
    const fresh = operations.filter(({ sizeBefore }) => sizeBefore === null);
    for (const operation of fresh) operation.sizeBefore = size;
    if (fresh.length === 0) return;
    await this.dataSource.query('UPDATE operations SET size_before = $1 WHERE id = ANY($2)', [
      size,
      fresh.map(({ id }) => id),
    ]);
  }

  /** Kept before anything is touched, so that a repeat puts back what the platform takes too much. */
  async keepPlan(operation: Operation, removalPlan: RemovalPlan): Promise<void> {
    operation.removalPlan = removalPlan;
    await this.dataSource.query('UPDATE operations SET removal_plan = $1 WHERE id = $2', [
      JSON.stringify(removalPlan),
      operation.id,
    ]);
  }

  /** Rows of an operation that are known to stand in the playlist, by their place in the request. */
  async confirmedOf({ id }: Operation): Promise<Set<number>> {
    const rows = await this.dataSource.getRepository(OperationItem).findBy({ operationId: id, state: 'confirmed' });
    return new Set(rows.map(({ sourceIndex }) => sourceIndex));
  }

  /**
   * What the member's other writes to the playlist, settled since this one began, are known to have put there: those rows
   * are explained.
   */
  async confirmedBeside({ userId, platform, playlistId, createdAt }: Operation): Promise<OperationItem[]> {
    return this.dataSource
      .getRepository(OperationItem)
      .createQueryBuilder('item')
      .innerJoin(Operation, 'operation', 'operation.id = item.operationId')
      .where({ state: 'confirmed' })
      .andWhere('operation.platform = :platform AND operation.playlistId = :playlistId', { platform, playlistId })
      .andWhere('operation.userId = :userId AND operation.settledAt >= :createdAt', { userId, createdAt })
      .andWhere(`operation.kind <> 'remove'`)
      .getMany();
  }

  /**
   * Closes the operation with its answer (null: nobody was there to be answered) and each row's end.
   * @returns how many rows are confirmed that were not before.
   * @throws AppError `unauthenticated` when the operation went with its member's account while it ran: nothing of what
   * belongs to the same transaction may come back.
   */
  async settle(
    tx: EntityManager,
    operation: Operation,
    answer: unknown,
    ends: ReadonlyMap<number, ItemEnd>,
  ): Promise<number> {
    const unfinished = answer === null || [...ends.values()].some(({ reason }) => isRetryable(reason));
    const [, found] = (await tx.query(
      'UPDATE operations SET answer = COALESCE($1, answer), settled_at = $2, unfinished = $3 WHERE id = $4',
      [answer === null ? null : JSON.stringify(answer), this.clock.now(), unfinished, operation.id],
    )) as [unknown, number];
    if (found === 0) throw new AppError('unauthenticated', { userId: operation.userId });
    const rows = [...ends].map(([index, { state, reason }]) => ({ index, state, reason }));
    const [changed] = (await tx.query(
      `UPDATE operation_items AS item SET state = row.state, reason = row.reason
       FROM jsonb_to_recordset($2::jsonb) AS row (index int, state text, reason text)
       WHERE item.operation_id = $1 AND item.source_index = row.index AND item.state <> 'confirmed'
       RETURNING item.state`,
      [operation.id, JSON.stringify(rows)],
    )) as [Array<{ state: ItemState }>, number];
    return changed.filter(({ state }) => state === 'confirmed').length;
  }

  /** Drops an operation that wrote nothing and may be tried again under its key. */
  async abandon(operation: Operation): Promise<void> {
    await this.dataSource.getRepository(Operation).delete({ id: operation.id });
  }

  /** Takes out what is older than 90 days. */
  async prune(): Promise<void> {
    await this.dataSource
      .getRepository(Operation)
      .delete({ createdAt: LessThan(new Date(this.clock.now().getTime() - LEDGER_LIFE_DAYS * DAY_MS)) });
  }

  private async reopen<T>(user: ActingUser, wanted: Operation): Promise<Opened<T>> {
    const known = await this.find(user, wanted);
    if (!known) throw new AppError('request_in_progress', {}, { retryAfterSeconds: 1 });
    if (known.requestHash !== wanted.requestHash) throw new AppError('idempotency_key_reused');
    if (await this.leases.take(known.id)) return { operation: known, resumed: true };
    const now = await this.find(user, wanted);
    if (now && now.settledAt !== null && now.answer !== null) return { answer: now.answer as T };
    throw new AppError('request_in_progress', {}, { retryAfterSeconds: 5 });
  }

  private find(user: ActingUser, { idempotencyKey }: Operation): Promise<Operation | null> {
    return this.dataSource
      .getRepository(Operation)
      .findOneBy({ userId: user._id, idempotencyKey: idempotencyKey as string });
  }

  private async forgetOldKey(user: ActingUser, key: string, now: Date): Promise<void> {
    const before = LessThan(new Date(now.getTime() - IDEMPOTENCY_KEY_LIFE_MS));
    await this.dataSource
      .getRepository(Operation)
      .update({ userId: user._id, idempotencyKey: key, createdAt: before }, { idempotencyKey: null });
  }
}

function toItem(
  operation: Operation,
  track: RequestedTrack,
  sourceIndex: number,
  resolution: Resolution | undefined,
): OperationItem {
  const recording = resolution?.recording ?? null;
  return {
    operationId: operation.id,
    sourceIndex,
    sourceIsrc: track.isrc,
    sourceName: track.name,
    sourceArtist: track.artist ?? track.artists?.join(', ') ?? '',
    targetId: recording?.id ?? null,
    targetIsrc: recording?.isrc ?? null,
    matchType: resolution?.recording ? resolution.matchType : null,
    state: recording ? 'pending' : 'failed',
    reason: resolution && resolution.recording === null ? resolution.reason : null,
  };
}

import { Injectable } from '@nestjs/common';
import {
  IDEMPOTENCY_KEY_LIFE_MS,
  LEDGER_LIFE_MS,
  type PlatformId,
  PLAYLIST_WRITE_TIMEOUT_MS,
  type RequestedTrack,
} from '@segue/contracts';
import { type ActingUser, AppError, Clock } from '@segue/service';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource, type EntityManager, LessThan } from 'typeorm';
import type { Resolution } from '../resolve/resolve.service.js';
import { type ItemState, Operation, OperationItem, type OperationKind } from './operation.entity.js';

export interface OperationRequest {
  kind: OperationKind;
  platform: PlatformId;
  playlistId: string | null;
  playlistName: string;
  /** The `Idempotency-Key` header; null when the client sent none. */
  key: string | null;
  body: unknown;
}

/** `resumed`: the same request began before and its process died before it was settled. */
export type Opened<T> = { answer: T } | { operation: Operation; resumed: boolean };

const MOST_ROWS_PER_INSERT = 1000;
/** An unsettled operation younger than this may still be worked on, so a repeat of it has to wait. */
const MAY_BE_RUNNING_MS: Record<OperationKind, number> = { add: 30_000, create: PLAYLIST_WRITE_TIMEOUT_MS };

/** Every write is a row here before it is a call. */
@Injectable()
export class Ledger {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens an operation, or finds the one of the same key.
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
      createdAt: now,
      settledAt: null,
    };
    if (request.key !== null) await this.forgetOldKey(user, request.key, now);
    const inserted = await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(Operation)
      .values(operation)
      .orIgnore()
      .returning('id')
      .execute();
    if ((inserted.raw as unknown[]).length > 0) return { operation, resumed: false };
    return this.reopen<T>(user, operation, now);
  }

  /** Notes what is about to be written. */
  async plan(
    operation: Operation,
    tracks: readonly RequestedTrack[],
    resolutions: readonly Resolution[],
  ): Promise<void> {
    const items = tracks.map((track, sourceIndex): OperationItem => {
      const resolution = resolutions[sourceIndex];
      const recording = resolution?.recording ?? null;
      return {
        operationId: operation.id,
        sourceIndex,
        sourceIsrc: track.isrc,
        sourceName: track.name,
        sourceArtist: track.artist ?? track.artists?.join(', ') ?? '',
        targetId: recording?.id ?? null,
        matchType: resolution?.recording ? resolution.matchType : null,
        state: recording ? 'pending' : 'failed',
        reason: resolution && resolution.recording === null ? resolution.reason : null,
      };
    });
    for (let start = 0; start < items.length; start += MOST_ROWS_PER_INSERT) {
      await this.dataSource
        .createQueryBuilder()
        .insert()
        .into(OperationItem)
        .values(items.slice(start, start + MOST_ROWS_PER_INSERT))
        .orIgnore()
        .execute();
    }
  }

  async remember(operation: Operation, playlistId: string): Promise<void> {
    operation.playlistId = playlistId;
    await this.dataSource.getRepository(Operation).update(operation.id, { playlistId });
  }

  /** Closes the operation with its answer and each item's end. */
  async settle(
    tx: EntityManager,
    operation: Operation,
    answer: unknown,
    states: ReadonlyMap<number, ItemState>,
  ): Promise<void> {
    await tx.query('UPDATE operations SET answer = $1, settled_at = $2 WHERE id = $3', [
      JSON.stringify(answer),
      this.clock.now(),
      operation.id,
    ]);
    for (const state of new Set(states.values())) {
      const indexes = [...states].filter(([, itemState]) => itemState === state).map(([index]) => index);
      await tx.query('UPDATE operation_items SET state = $1 WHERE operation_id = $2 AND source_index = ANY($3)', [
        state,
        operation.id,
        indexes,
      ]);
    }
  }

  /** Drops an operation that wrote nothing and may be tried again under its key. */
  async abandon(operation: Operation): Promise<void> {
    await this.dataSource.getRepository(Operation).delete({ id: operation.id });
  }

  /** Takes out what is older than 90 days. */
  async prune(): Promise<void> {
    await this.dataSource
      .getRepository(Operation)
      .delete({ createdAt: LessThan(new Date(this.clock.now().getTime() - LEDGER_LIFE_MS)) });
  }

  private async reopen<T>(user: ActingUser, wanted: Operation, now: Date): Promise<Opened<T>> {
    const known = await this.dataSource
      .getRepository(Operation)
      .findOneBy({ userId: user._id, idempotencyKey: wanted.idempotencyKey as string });
    if (!known) throw new AppError('request_in_progress', {}, { retryAfterSeconds: 1 });
    if (known.requestHash !== wanted.requestHash) throw new AppError('idempotency_key_reused');
    if (known.settledAt !== null) return { answer: known.answer as T };
    const running = now.getTime() - known.createdAt.getTime() < MAY_BE_RUNNING_MS[known.kind];
    if (running) throw new AppError('request_in_progress', {}, { retryAfterSeconds: 5 });
    // Counts as running again, so that of two repeats only one goes on.
    const { affected } = await this.dataSource
      .getRepository(Operation)
      .update({ id: known.id, createdAt: known.createdAt }, { createdAt: now });
    if (!affected) throw new AppError('request_in_progress', {}, { retryAfterSeconds: 5 });
    return { operation: known, resumed: true };
  }

  private async forgetOldKey(user: ActingUser, key: string, now: Date): Promise<void> {
    const before = LessThan(new Date(now.getTime() - IDEMPOTENCY_KEY_LIFE_MS));
    await this.dataSource
      .getRepository(Operation)
      .update({ userId: user._id, idempotencyKey: key, createdAt: before }, { idempotencyKey: null });
  }
}

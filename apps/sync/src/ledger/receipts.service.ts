import { Injectable } from '@nestjs/common';
import type { receipt, ResponseOf } from '@segue/contracts';
import { type ActingUser, AppError } from '@segue/service';
import { Any, DataSource } from 'typeorm';
import { failureSentence } from '../resolve/failure-sentences.js';
import { Operation, OperationItem } from './operation.entity.js';

type Receipt = ResponseOf<typeof receipt>;

/** The database's clock decides whether somebody still works on it. */
const FIND = `
  SELECT id, lease_expires_at > now() AS running FROM operations
  WHERE user_id = $1 AND (id::text = $2 OR idempotency_key = $2)
  ORDER BY created_at DESC LIMIT 1`;
const FIND_ALL = `
  SELECT id, lease_expires_at > now() AS running FROM operations WHERE user_id = $1 ORDER BY created_at DESC`;

interface Found {
  id: string;
  running: boolean;
}

/** Tells members what became of their writes. */
@Injectable()
export class ReceiptsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @param operation its id, or the `Idempotency-Key` it was asked with. @throws AppError `not_found`. */
  async read(user: ActingUser, operation: string): Promise<Receipt> {
    const [found]: Found[] = await this.dataSource.query(FIND, [user._id, operation]);
    const [receipt] = found ? await this.describe([found]) : [];
    if (!receipt) throw new AppError('not_found');
    return receipt;
  }

  /** Everything there is of a member, newest first. */
  async readAll(user: ActingUser): Promise<Receipt[]> {
    return this.describe(await this.dataSource.query(FIND_ALL, [user._id]));
  }

  private async describe(found: readonly Found[]): Promise<Receipt[]> {
    const ids = found.map(({ id }) => id);
    const [operations, items] = await Promise.all([
      this.dataSource.getRepository(Operation).findBy({ id: Any(ids) }),
      this.dataSource
        .getRepository(OperationItem)
        .find({ where: { operationId: Any(ids) }, order: { operationId: 'ASC', sourceIndex: 'ASC' } }),
    ]);
    const byId = new Map(operations.map((operation) => [operation.id, operation]));
    const itemsOf = new Map<string, OperationItem[]>(ids.map((id) => [id, []]));
    for (const item of items) itemsOf.get(item.operationId)?.push(item);
    return found.flatMap(({ id, running }) => {
      const operation = byId.get(id);
      return operation ? [toReceipt(operation, itemsOf.get(id) ?? [], running)] : [];
    });
  }
}

function toReceipt(operation: Operation, items: readonly OperationItem[], running: boolean): Receipt {
  const count = (...states: OperationItem['state'][]) => items.filter(({ state }) => states.includes(state)).length;
  return {
    operation: operation.id,
    kind: operation.kind,
    platform: operation.platform,
    playlistId: operation.playlistId,
    playlistName: operation.playlistName,
    state: running ? 'running' : operation.settledAt === null ? 'open' : 'settled',
    createdAt: operation.createdAt.toISOString(),
    settledAt: operation.settledAt?.toISOString() ?? null,
    counts: {
      requested: items.length,
      confirmed: count('confirmed'),
      failed: count('failed'),
      open: count('pending', 'written'),
    },
    rows: items.map(({ sourceIndex, sourceIsrc, sourceName, sourceArtist, targetId, matchType, state, reason }) => ({
      sourceIndex,
      isrc: sourceIsrc,
      name: sourceName,
      artist: sourceArtist,
      targetId,
      matchType,
      state,
      reason,
      message: reason && failureSentence(reason, operation.platform),
    })),
  };
}

import { Injectable } from '@nestjs/common';
import type { receipt, ResponseOf } from '@segue/contracts';
import { type ActingUser, AppError } from '@segue/service';
import { DataSource } from 'typeorm';
import { failureSentence } from '../resolve/failure-sentences.js';
import { Operation, OperationItem } from './operation.entity.js';

type Receipt = ResponseOf<typeof receipt>;

/** The database's clock decides whether somebody still works on it. */
const FIND = `
  SELECT id, lease_expires_at > now() AS running FROM operations
  WHERE user_id = $1 AND (id::text = $2 OR idempotency_key = $2)
  ORDER BY created_at DESC LIMIT 1`;

/** Tells members what became of their writes. */
@Injectable()
export class ReceiptsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @param operation its id, or the `Idempotency-Key` it was asked with. @throws AppError `not_found`. */
  async read(user: ActingUser, operation: string): Promise<Receipt> {
    const [found]: Array<{ id: string; running: boolean }> = await this.dataSource.query(FIND, [user._id, operation]);
    const row = found && (await this.dataSource.getRepository(Operation).findOneBy({ id: found.id }));
    if (!row) throw new AppError('not_found');
    const items = await this.dataSource
      .getRepository(OperationItem)
      .find({ where: { operationId: row.id }, order: { sourceIndex: 'ASC' } });
    const count = (...states: OperationItem['state'][]) => items.filter(({ state }) => states.includes(state)).length;
    return {
      operation: row.id,
      kind: row.kind,
      platform: row.platform,
      playlistId: row.playlistId,
      playlistName: row.playlistName,
      state: found.running ? 'running' : row.settledAt === null ? 'open' : 'settled',
      createdAt: row.createdAt.toISOString(),
      settledAt: row.settledAt?.toISOString() ?? null,
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
        message: reason && failureSentence(reason, row.platform),
      })),
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { ErrorBody, ErrorCode, RequestedTrack, WriteOutcome } from '@segue/contracts';
import { type ActingUser, AppError, toAppError } from '@segue/service';
import { DataSource, type EntityManager, In } from 'typeorm';
import { LEASE_SECONDS, OperationLeases } from '../ledger/operation-leases.js';
import { Operation } from '../ledger/operation.entity.js';
import { MayHaveWritten } from './may-have-written.js';

/** A call of a group as any replica may write it. */
export interface GroupedCall {
  operation: Operation;
  track: RequestedTrack;
}

/**
 * What became of a call that another replica writes. `abandoned`: nobody works on it any more, and whether it was written is
 * open.
 */
export type CallEnd =
  | { state: 'answered'; outcome: WriteOutcome }
  | { state: 'refused'; error: AppError; mayHaveWritten: boolean }
  | { state: 'running' | 'abandoned' };

interface Refusal {
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number;
  availableAt?: string;
  details?: ErrorBody['details'];
  mayHaveWritten: boolean;
}

const NOTE = 'INSERT INTO grouped_calls (operation_id, user_id, group_id, track) VALUES ($1, $2, $3, $4)';
const COUNT = 'SELECT count(*)::int AS count FROM grouped_calls WHERE user_id = $1 AND group_id = $2';
/** Claims of one member come one after the other, so that the first takes all that have come. */
const ONE_BY_ONE = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const CLAIM = `
  UPDATE grouped_calls SET writer = $3 WHERE user_id = $1 AND group_id = ANY($2) AND writer IS NULL
  RETURNING operation_id, track`;
/** The lease goes with the work: when the writer dies, whoever waits for its answer goes on. */
const HAND_OVER = `
  UPDATE operations SET holder = $2, lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
  WHERE id = ANY($1)`;
const LOOK = `
  SELECT operation.answer, operation.settled_at IS NOT NULL AS settled, call.refusal,
         operation.lease_expires_at < now() AS free
  FROM operations AS operation LEFT JOIN grouped_calls AS call ON call.operation_id = operation.id
  WHERE operation.id = $1`;

interface Looked {
  answer: WriteOutcome | null;
  settled: boolean;
  refusal: Refusal | null;
  free: boolean;
}

/**
 * Calls of one group reach whichever replica is next, but go out as one write and in their order: each is noted here, one
 * replica claims them all, and the others wait for its answers.
 */
@Injectable()
export class GroupedCalls {
  constructor(
    private readonly dataSource: DataSource,
    private readonly leases: OperationLeases,
  ) {}

  async note(user: ActingUser, groupId: string, { operation, track }: GroupedCall): Promise<void> {
    await this.dataSource.query(NOTE, [operation.id, user._id, groupId, JSON.stringify(track)]);
  }

  /** How many have come, to any replica. */
  async count(user: ActingUser, groupId: string): Promise<number> {
    const [{ count }] = (await this.dataSource.query(COUNT, [user._id, groupId])) as [{ count: number }];
    return count;
  }

  /** Takes over all calls of these groups that nobody has claimed. The caller works on them until `leases.letGo`. */
  async claim(user: ActingUser, groupIds: readonly string[]): Promise<GroupedCall[]> {
    if (groupIds.length === 0) return [];
    const calls = await this.dataSource.transaction(async (tx) => {
      await tx.query(ONE_BY_ONE, [user._id]);
      const [rows] = (await tx.query(CLAIM, [user._id, groupIds, this.leases.holder])) as [
        Array<{ operation_id: string; track: RequestedTrack }>,
        number,
      ];
      const trackOf = new Map(rows.map(({ operation_id: id, track }) => [id, track]));
      await tx.query(HAND_OVER, [[...trackOf.keys()], this.leases.holder]);
      const operations = await tx.getRepository(Operation).findBy({ id: In([...trackOf.keys()]) });
      return operations.map((operation) => ({ operation, track: trackOf.get(operation.id) as RequestedTrack }));
    });
    for (const { operation } of calls) this.leases.keep(operation.id);
    return calls;
  }

  /** Tells whoever waits for the call that it came to nothing, or perhaps to something. */
  async refuse({ id }: Operation, error: unknown): Promise<void> {
    const { code, message, retryAfterSeconds, availableAt, details } = toAppError(error);
    const mayHaveWritten = error instanceof MayHaveWritten;
    const refusal = { code, message, retryAfterSeconds, availableAt, details, mayHaveWritten };
    await this.dataSource.query('UPDATE grouped_calls SET refusal = $2 WHERE operation_id = $1', [
      id,
      JSON.stringify(refusal),
    ]);
  }

  /** With the answers that their operations hold, nothing more has to be known of them. */
  async forget(tx: EntityManager, operations: readonly Operation[]): Promise<void> {
    await tx.query('DELETE FROM grouped_calls WHERE operation_id = ANY($1)', [operations.map(({ id }) => id)]);
  }

  async endOf({ id }: Operation): Promise<CallEnd> {
    const [looked]: Looked[] = await this.dataSource.query(LOOK, [id]);
    if (!looked) return { state: 'refused', error: new AppError('request_in_progress'), mayHaveWritten: false };
    const { answer, settled, refusal, free } = looked;
    if (settled && answer !== null) return { state: 'answered', outcome: answer };
    if (refusal) {
      const { code, mayHaveWritten, ...told } = refusal;
      return { state: 'refused', error: new AppError(code, {}, told), mayHaveWritten };
    }
    return { state: free ? 'abandoned' : 'running' };
  }
}

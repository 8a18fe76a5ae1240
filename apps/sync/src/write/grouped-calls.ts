import { Injectable } from '@nestjs/common';
import type { ErrorBody, ErrorCode, RequestedTrack, WriteOutcome } from '@segue/contracts';
import { type ActingUser, AppError, toAppError } from '@segue/service';
import { setTimeout as pause } from 'node:timers/promises';
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
  | { state: 'abandoned' };

interface Refusal {
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number;
  availableAt?: string;
  details?: ErrorBody['details'];
  mayHaveWritten: boolean;
}

/** A call that is made again waits for its group again, whoever had taken it before. */
const NOTE = `
  INSERT INTO grouped_calls (operation_id, user_id, group_id, track) VALUES ($1, $2, $3, $4)
  ON CONFLICT (operation_id) DO UPDATE SET writer = NULL, refusal = NULL`;
const COUNT = `
  SELECT count(*)::int AS come, count(*) FILTER (WHERE operation_id = ANY($3))::int AS left
  FROM grouped_calls WHERE user_id = $1 AND group_id = $2 AND writer IS NULL`;
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
  SELECT operation.id, operation.answer, operation.settled_at IS NOT NULL AS settled, call.refusal,
         operation.lease_expires_at < now() AS free
  FROM operations AS operation LEFT JOIN grouped_calls AS call ON call.operation_id = operation.id
  WHERE operation.id = ANY($1)`;
/** How often other replicas' answers are looked for. */
const LOOK_EVERY_MS = 50;

interface Looked {
  id: string;
  answer: WriteOutcome | null;
  settled: boolean;
  refusal: Refusal | null;
  free: boolean;
}
interface Awaited {
  resolve: (end: CallEnd) => void;
  reject: (error: unknown) => void;
}

/**
 * Calls of one group reach whichever replica is next, but go out as one write and in their order: each is noted here, one
 * replica claims them all, and the others wait for its answers.
 */
@Injectable()
export class GroupedCalls {
  /** Calls that other replicas write, by their operations' ids. */
  private readonly awaited = new Map<string, Awaited>();
  private isWatching = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly leases: OperationLeases,
  ) {}

  async note(user: ActingUser, groupId: string, { operation, track }: GroupedCall): Promise<void> {
    await this.dataSource.query(NOTE, [operation.id, user._id, groupId, JSON.stringify(track)]);
  }

  /**
   * Whether nothing is left to wait for: the whole group has come, to any replica, or another one has taken calls from here.
   * Their callers hear when the others do, so that what they repeat comes together again.
   */
  async isGathered(
    user: ActingUser,
    { id, size }: { id: string; size: number },
    here: readonly Operation[],
  ): Promise<boolean> {
    const [{ come, left }] = (await this.dataSource.query(COUNT, [
      user._id,
      id,
      here.map((operation) => operation.id),
    ])) as [{ come: number; left: number }];
    return come >= size || left < here.length;
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

  /** Resolves when no replica works on the call any more. */
  whenEnded({ id }: Operation): Promise<CallEnd> {
    return new Promise((resolve, reject) => {
      this.awaited.set(id, { resolve, reject });
      if (!this.isWatching) void this.watch();
    });
  }

  /** One look is for all: each by itself would keep the database from the work they wait for. */
  private async watch(): Promise<void> {
    this.isWatching = true;
    while (this.awaited.size > 0) {
      await this.look(new Map(this.awaited));
      await pause(LOOK_EVERY_MS);
    }
    this.isWatching = false;
  }

  private async look(wanted: ReadonlyMap<string, Awaited>): Promise<void> {
    try {
      const rows: Looked[] = await this.dataSource.query(LOOK, [[...wanted.keys()]]);
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const [id, { resolve }] of wanted) {
        const end = endOf(found.get(id));
        if (end === null) continue;
        this.awaited.delete(id);
        resolve(end);
      }
    } catch (error) {
      for (const [id, { reject }] of wanted) {
        this.awaited.delete(id);
        reject(error);
      }
    }
  }
}

/** Null while a replica works on it. */
function endOf(looked: Looked | undefined): CallEnd | null {
  if (!looked) return { state: 'refused', error: new AppError('request_in_progress'), mayHaveWritten: false };
  const { answer, settled, refusal, free } = looked;
  if (settled && answer !== null) return { state: 'answered', outcome: answer };
  if (refusal) {
    const { code, mayHaveWritten, ...told } = refusal;
    return { state: 'refused', error: new AppError(code, {}, told), mayHaveWritten };
  }
  return free ? { state: 'abandoned' } : null;
}

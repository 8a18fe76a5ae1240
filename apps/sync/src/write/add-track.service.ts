import { Injectable } from '@nestjs/common';
import {
  ADD_GATHERING_MS,
  type addTrack,
  type BodyOf,
  type PlatformId,
  type RequestedTrack,
  type WriteOutcome,
} from '@segue/contracts';
import { type ActingUser, AppError, Outbox } from '@segue/service';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Ledger, type OpenOperation } from '../ledger/ledger.js';
import { OperationLeases } from '../ledger/operation-leases.js';
import { ResolveService, type Resolution } from '../resolve/resolve.service.js';
import { Allowance } from './allowance.js';
import { MayHaveWritten, writing } from './may-have-written.js';
import { type Problem, settle, type Settlement, writtenCount } from './outcome.js';
import { tracksSettled } from './tracks-settled.js';
import { wantedOf, Writer } from './writer.js';

/** A call that waits for its answer. */
interface Waiting extends OpenOperation {
  track: RequestedTrack;
  resolve: (outcome: WriteOutcome) => void;
  reject: (error: unknown) => void;
}
interface Target {
  platform: PlatformId;
  playlistId: string;
  playlistName: string;
}
/** `refused`: the platform did not let it happen, and nothing of it was written. */
type End = { settlement: Settlement } | { refused: AppError };

const MOST_IN_ONE_WRITE = 100;
/** A third of a second at most. */
const MOST_GATHERING_ROUNDS = 10;

/**
 * Adds single tracks to a playlist: found, written, read back, answered the same way twice. Calls of one member for one
 * playlist that come close together go out as one write, and each gets its own answer.
 */
@Injectable()
export class AddTrackService {
  private readonly queues = new Map<string, Waiting[]>();

  constructor(
    private readonly allowance: Allowance,
    private readonly ledger: Ledger,
    private readonly leases: OperationLeases,
    private readonly resolver: ResolveService,
    private readonly writer: Writer,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  async add(user: ActingUser, body: BodyOf<typeof addTrack>, key: string | null): Promise<WriteOutcome> {
    const { platform, playlistId, playlistName = '', track } = body;
    const request = { kind: 'add' as const, platform, playlistId, playlistName, key, body };
    const opened = await this.ledger.open<WriteOutcome>(user, request);
    if ('answer' in opened) return opened.answer;
    try {
      return await this.queue(user, { platform, playlistId, playlistName }, { ...opened, track });
    } finally {
      await this.leases.letGo(opened.operation.id);
    }
  }

  private queue(user: ActingUser, target: Target, call: OpenOperation & Pick<Waiting, 'track'>): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const key = `${user._id} ${target.platform} ${target.playlistId}`;
      const queue = this.queues.get(key);
      const waiting = { ...call, resolve, reject };
      if (queue) return void queue.push(waiting);
      this.queues.set(key, [waiting]);
      void this.drain(user, target, key);
    });
  }

  private async drain(user: ActingUser, target: Target, key: string): Promise<void> {
    const queue = this.queues.get(key) ?? [];
    while (queue.length > 0) {
      await gather(queue);
      const batch = inPlaylistOrder(queue.splice(0, MOST_IN_ONE_WRITE));
      await this.addAll(user, target, batch).catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
    }
    this.queues.delete(key);
  }

  private async addAll(user: ActingUser, target: Target, batch: readonly Waiting[]): Promise<void> {
    try {
      const ends = await this.allowance.during(
        user,
        target,
        () => this.write(user, target, batch),
        (results) => results.every((end) => 'refused' in end || writtenCount(end.settlement.outcome) === 0),
      );
      batch.forEach(({ resolve, reject }, place) => {
        const end = ends[place] as End;
        if ('refused' in end) reject(end.refused);
        else resolve(end.settlement.outcome);
      });
    } catch (error) {
      // What may have been written, now or before, stays open: a repeat under the same key looks back before it writes.
      if (!(error instanceof MayHaveWritten)) await this.abandon(batch);
      throw error;
    }
  }

  private async write(user: ActingUser, target: Target, batch: readonly Waiting[]): Promise<End[]> {
    const { platform } = target;
    const tracks = batch.map(({ track }) => track);
    const resolutions = await this.resolver.resolve(user, platform, tracks);
    const shares = batch.map((waiting, place) => ({
      ...waiting,
      tracks: [waiting.track],
      resolutions: [resolutions[place] as Resolution],
    }));
    await this.ledger.plan(shares);
    const { landed, problem } = await this.writer.append(
      user,
      target,
      shares.map((share) => ({ ...share, wanted: wantedOf(share.resolutions) })),
    );
    const ends = shares.map(({ operation, tracks: asked, resolutions: found }): End => {
      const request = { operationId: operation.id, platform, tracks: asked, resolutions: found };
      const settlement = settle(request, landed.get(operation) ?? new Map(), problem);
      const refused = refusalOf(settlement, found, problem);
      return refused ? { refused } : { settlement };
    });
    await writing(this.settleAll(user, target, batch, ends));
    await this.abandon(batch.filter((_, place) => 'refused' in (ends[place] as End)));
    return ends;
  }

  private settleAll(user: ActingUser, target: Target, batch: readonly Waiting[], ends: readonly End[]): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      let tracksAdded = 0;
      for (const [place, { operation }] of batch.entries()) {
        const end = ends[place] as End;
        if ('refused' in end) continue;
        const { outcome, ends: rows } = end.settlement;
        tracksAdded += await this.ledger.settle(tx, operation, outcome, rows);
      }
      const { platform, playlistId } = target;
      const outcomes = ends.flatMap((end) => ('settlement' in end ? [end.settlement.outcome] : []));
      if (outcomes.length > 0) await this.outbox.publish(tx, 'tracks.settled', tracksSettled(platform, outcomes));
      if (tracksAdded === 0) return;
      const fact = { userId: user._id, platform, playlistId, tracksAdded, tracksRemoved: 0 };
      await this.outbox.publish(tx, 'playlist.updated', fact);
    });
  }

  /** Nothing of them was written, now or before: they may begin anew under their keys. */
  private async abandon(batch: readonly Waiting[]): Promise<void> {
    for (const { operation, resumed } of batch) if (!resumed) await this.ledger.abandon(operation);
  }
}

/** Waits while more keep coming. */
async function gather(queue: readonly Waiting[]): Promise<void> {
  for (let round = 0; round < MOST_GATHERING_ROUNDS; round += 1) {
    const before = queue.length;
    await pause(ADD_GATHERING_MS);
    if (queue.length === before) return;
  }
}

/** Calls can overtake each other on their way; the places the browser knows put them right. */
function inPlaylistOrder(batch: Waiting[]): Waiting[] {
  return batch.sort((a, b) => (a.track.position ?? 0) - (b.track.position ?? 0));
}

/** With one track and nothing written, the sentence about the platform is the answer, and the member may try again. */
function refusalOf({ ends }: Settlement, [resolution]: readonly Resolution[], problem: Problem): AppError | null {
  if (problem === null || problem.code === 'refused' || !resolution?.recording) return null;
  if (ends.get(0)?.state !== 'failed') return null;
  const { code, retryAfterSeconds } = problem;
  return new AppError(code, {}, { ...(retryAfterSeconds !== null && { retryAfterSeconds }) });
}

import { Injectable } from '@nestjs/common';
import {
  ADD_GATHERING_MS,
  ADD_GROUP_WAIT_MS,
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
import { isRetryable } from '../resolve/failure-sentences.js';
import { ResolveService, type Resolution } from '../resolve/resolve.service.js';
import { Allowance } from './allowance.js';
import { type GroupedCall, GroupedCalls } from './grouped-calls.js';
import { MayHaveWritten, writing } from './may-have-written.js';
import { type Landed, type Problem, settle, type Settlement, writtenCount } from './outcome.js';
import { tracksSettled } from './tracks-settled.js';
import { unansweredError } from './unanswered.js';
import { wantedOf, Writer } from './writer.js';

interface Call extends OpenOperation {
  track: RequestedTrack;
  group?: BodyOf<typeof addTrack>['group'];
}
/** A call that waits for its answer, here or (`isElsewhere`) at another replica. */
interface Waiting extends Call {
  isElsewhere: boolean;
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
    private readonly grouped: GroupedCalls,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  async add(user: ActingUser, body: BodyOf<typeof addTrack>, key: string | null): Promise<WriteOutcome> {
    const { platform, playlistId, playlistName = '', track } = body;
    // The same name for groups of two playlists makes no group of them.
    const group = body.group && { ...body.group, id: `${platform} ${playlistId} ${body.group.id}` };
    const request = { kind: 'add' as const, platform, playlistId, playlistName, key, body };
    const opened = await this.ledger.open<WriteOutcome>(user, request);
    if ('answer' in opened) return opened.answer;
    const { operation, resumed } = opened;
    try {
      if (group) await this.grouped.note(user, group.id, { operation, track });
      const call = { operation, resumed, track, ...(group && { group }) };
      return await this.queue(user, { platform, playlistId, playlistName }, call);
    } finally {
      await this.leases.letGo(opened.operation.id);
    }
  }

  private queue(user: ActingUser, target: Target, call: Call): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const key = `${user._id} ${target.platform} ${target.playlistId}`;
      const queue = this.queues.get(key);
      const waiting = { ...call, isElsewhere: false, resolve, reject };
      if (queue) return void queue.push(waiting);
      this.queues.set(key, [waiting]);
      void this.drain(user, target, key);
    });
  }

  private async drain(user: ActingUser, target: Target, key: string): Promise<void> {
    const queue = this.queues.get(key) ?? [];
    while (queue.length > 0) {
      let batch: readonly Waiting[] = queue;
      try {
        await this.gather(user, queue);
        batch = queue.splice(0, MOST_IN_ONE_WRITE);
        batch = await this.share(user, target, batch);
        if (batch.length > 0) await this.addAll(user, target, inPlaylistOrder(batch));
      } catch (error) {
        for (const { reject } of batch) reject(error);
        if (batch === queue) queue.length = 0;
      }
    }
    this.queues.delete(key);
  }

  /** Waits while more keep coming, and for the missing calls of a group. */
  private async gather(user: ActingUser, queue: readonly Waiting[]): Promise<void> {
    for (let waitedMs = 0; waitedMs < ADD_GROUP_WAIT_MS; waitedMs += ADD_GATHERING_MS) {
      const before = queue.length;
      await pause(ADD_GATHERING_MS);
      if (queue.length === before && (await this.haveCome(user, queue))) return;
    }
  }

  private async haveCome(user: ActingUser, queue: readonly Waiting[]): Promise<boolean> {
    for (const group of groupsOf(queue)) {
      const here = queue.filter((call) => call.group?.id === group.id).map(({ operation }) => operation);
      if (here.length < group.size && !(await this.grouped.isGathered(user, group, here))) return false;
    }
    return true;
  }

  /** Takes the calls of the batch's groups that came to other replicas, and leaves those that another one has taken to it. */
  private async share(user: ActingUser, target: Target, batch: readonly Waiting[]): Promise<Waiting[]> {
    const groupIds = groupsOf(batch).map(({ id }) => id);
    const here = new Map(batch.map((waiting) => [waiting.operation.id, waiting]));
    const mine = batch.filter(({ group }) => group === undefined);
    for (const call of await this.grouped.claim(user, groupIds)) {
      mine.push(here.get(call.operation.id) ?? this.elsewhere(call));
    }
    for (const waiting of batch) if (!mine.includes(waiting)) void this.awaitAnswer(user, target, waiting);
    return mine;
  }

  /** A call whose caller waits at another replica, which finds the answer in the ledger. */
  private elsewhere({ operation, track }: GroupedCall): Waiting {
    const letGo = () => this.leases.letGo(operation.id);
    return {
      ...{ operation, track, isElsewhere: true },
      // It may stand in the playlist from then on.
      resumed: operation.sizeBefore !== null,
      resolve: () => void letGo(),
      reject: (error) =>
        // What cannot be told, the other replica finds out for itself.
        void this.grouped.refuse(operation, error).then(letGo, letGo),
    };
  }

  /** Another replica writes it. Should that one die, this one goes on. */
  private async awaitAnswer(
    user: ActingUser,
    target: Target,
    { operation, track, ...waiting }: Waiting,
  ): Promise<void> {
    try {
      for (;;) {
        const end = await this.grouped.whenEnded(operation);
        if (end.state === 'answered') return waiting.resolve(end.outcome);
        if (end.state === 'refused') {
          if (!end.mayHaveWritten && !waiting.resumed) await this.ledger.abandon(operation);
          return waiting.reject(end.error);
        }
        const begun = await this.ledger.takeOver(operation);
        if (begun) return waiting.resolve(await this.queue(user, target, { operation: begun, resumed: true, track }));
      }
    } catch (error) {
      waiting.reject(error);
    }
  }

  private async addAll(user: ActingUser, target: Target, batch: readonly Waiting[]): Promise<void> {
    try {
      const ends = await this.allowance.during(
        user,
        target,
        () => this.write(user, target, batch),
        (results) => results.every(wroteNothing),
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
      const places = landed.get(operation) ?? new Map<number, Landed>();
      const refused = refusalOf(found[0] as Resolution, places.get(0), problem);
      return refused ? { refused } : { settlement: settle(request, places, problem) };
    });
    await writing(this.settleAll(user, target, batch, ends));
    await this.abandon(batch.filter((_, place) => isRefused(ends[place] as End)));
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
      await this.grouped.forget(
        tx,
        batch.flatMap(({ operation }, place) => ('settlement' in (ends[place] as End) ? [operation] : [])),
      );
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
    for (const { operation, resumed, isElsewhere } of batch) {
      // Whoever waits for it elsewhere has to be told first.
      if (!resumed && !isElsewhere) await this.ledger.abandon(operation);
    }
  }
}

const groupsOf = (calls: readonly Waiting[]): Array<{ id: string; size: number }> => [
  ...new Map(calls.flatMap(({ group }) => (group ? [[group.id, group] as const] : []))).values(),
];

/** Calls can overtake each other on their way; the places the browser knows put them right. */
function inPlaylistOrder(batch: readonly Waiting[]): Waiting[] {
  return [...batch].sort((a, b) => (a.track.position ?? 0) - (b.track.position ?? 0));
}

/** With one track, the sentence about the platform is the answer, and the member may try again. */
function refusalOf(resolution: Resolution, landed: Landed | undefined, problem: Problem): AppError | null {
  if (resolution.recording === null) return isRetryable(resolution.reason) ? unansweredError([resolution]) : null;
  if (landed === 'yes' || problem === null || problem.code === 'refused') return null;
  if (landed === 'unknown') return new MayHaveWritten(null, problem);
  const { code, retryAfterSeconds } = problem;
  return new AppError(code, {}, { ...(retryAfterSeconds !== null && { retryAfterSeconds }) });
}

/** Refused for certain: of an end that may have been written nothing is forgotten. */
const isRefused = (end: End): boolean => 'refused' in end && !(end.refused instanceof MayHaveWritten);

const wroteNothing = (end: End): boolean =>
  'refused' in end ? isRefused(end) : writtenCount(end.settlement.outcome) === 0;

import type { appendTracks, ResponseOf, WriteProblem } from '@segue/contracts';
import { inBatches } from '../in-batches.js';
import { PlatformError, isPlatformError } from '../platforms/platform-error.js';
import type { MemberAccess, Platform } from '../platforms/platform.js';
import type { Timing } from '../timing.js';
import type { Landed, RequestedSong } from './landed.js';
import {
  lookUntil,
  PAUSES_AFTER_SUCCESS_MS,
  PAUSES_AT_LATE_LIST_MS,
  PAUSES_IN_DOUBT_MS,
  QUICK_LOOKS,
} from './patience.js';
import { isLongPause, PLAYLIST_FULL, problemOf } from './problem.js';
import { PlaylistTail } from './tail.js';

export interface AppendResult extends ResponseOf<typeof appendTracks> {
  /** Ids the platform was given and did not take: withdrawn, or dropped without a word. */
  readonly declined: readonly string[];
}

export interface AppendRequest {
  readonly platform: Platform;
  readonly access: MemberAccess;
  readonly playlistId: string;
  readonly recordingIds: readonly string[];
  /** The playlist's size before this write. */
  readonly oldTotal: number;
  /** ISRCs of catalogue ids, as far as they are remembered. */
  readonly isrcsOf: (catalogueIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly timing: Timing;
}

/** How a batch is sent: whether once more after an error that left nothing, and how patiently it is looked for. */
interface Attempt {
  readonly mayRepeat: boolean;
  readonly pausesMs: readonly number[];
}
const FIRST_ATTEMPT: Attempt = { mayRepeat: true, pausesMs: PAUSES_IN_DOUBT_MS };
const SECOND_ATTEMPT: Attempt = { mayRepeat: false, pausesMs: PAUSES_IN_DOUBT_MS };
/** The platform has refused the whole twice already; these parts only find out which song it was. */
const PART_ATTEMPT: Attempt = { mayRepeat: false, pausesMs: PAUSES_IN_DOUBT_MS.slice(0, QUICK_LOOKS) };

/**
 * Appends songs in order and tells of each whether it stands in the playlist. Batches go out one after the other. A batch
 * whose answer was an error is looked for in the playlist first and sent once more only when it is not there; one whose
 * answer was a success is never sent again. One refused song is found by halving its batch. Throws only while nothing
 * was written.
 */
export async function append(request: AppendRequest): Promise<AppendResult> {
  const { platform, access, playlistId, recordingIds, oldTotal } = request;
  const songs = await toSongs(request, recordingIds);
  const room = (platform.capabilities.tracksPerPlaylist ?? Infinity) - oldTotal;
  const run = new AppendRun(request, new PlaylistTail(platform, access, playlistId, oldTotal));
  await run.write(songs.slice(0, Math.max(0, room)));
  return run.settle(songs, songs.length > room ? PLAYLIST_FULL : null);
}

async function toSongs({ platform, isrcsOf }: AppendRequest, ids: readonly string[]): Promise<RequestedSong[]> {
  const catalogueIds = ids.map((id) => platform.catalogueIdOf(id));
  const isrcs = await isrcsOf(catalogueIds.filter((id) => id !== null));
  return ids.map((id, index) => {
    const catalogueId = catalogueIds[index] ?? null;
    return { id, catalogueId, isrc: isrcs.get(catalogueId ?? '') ?? null };
  });
}

/** One append under way: what was sent so far, and why it stopped. */
class AppendRun {
  /** Songs that may stand in the playlist, in the order they were sent. */
  private readonly sent: RequestedSong[] = [];
  /** Where each write that ended well stands in `sent`: one write shows as a whole or not yet. */
  private readonly writes: { readonly from: number; readonly to: number }[] = [];
  /** Of `sent`: the answer was an error, and looking did not settle it. */
  private readonly doubtful = new Set<RequestedSong>();
  private readonly refused: string[] = [];
  private problem: WriteProblem | null = null;
  private stopped = false;

  constructor(
    private readonly request: AppendRequest,
    private readonly tail: PlaylistTail,
  ) {}

  async write(songs: readonly RequestedSong[]): Promise<void> {
    for (const batch of inBatches(songs, this.request.platform.capabilities.tracksPerAdd)) {
      if (!this.stopped) await this.writeBatch(batch, FIRST_ATTEMPT);
    }
  }

  /** Reads back and answers, aligned with `songs`. */
  async settle(songs: readonly RequestedSong[], roomProblem: WriteProblem | null): Promise<AppendResult> {
    const landedOfSent = this.sent.length === 0 ? [] : await this.readBack();
    const positions = new Map(this.sent.map((song, index) => [song, index]));
    const landed = songs.map((song): Landed => landedOfSent[positions.get(song) ?? -1] ?? 'no');
    const problem = landed.every((outcome) => outcome === 'yes') ? null : (this.problem ?? roomProblem);
    const dropped = this.sent.filter((_, index) => problem?.code !== 'not_found' && landedOfSent[index] === 'no');
    return { landed, problem, declined: [...this.refused, ...dropped.map(({ id }) => id)] };
  }

  private async writeBatch(batch: readonly RequestedSong[], attempt: Attempt): Promise<void> {
    try {
      const { platform, access, playlistId } = this.request;
      await platform.add(
        access,
        playlistId,
        batch.map(({ id }) => id),
      );
      this.writes.push({ from: this.sent.length, to: this.sent.length + batch.length });
      this.sent.push(...batch);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.leavesDoubt) await this.resolveDoubt(batch, error, attempt);
      else await this.handleRefusal(batch, error);
    }
  }

  /** The answer was an error, the songs may be there all the same. */
  private async resolveDoubt(batch: readonly RequestedSong[], error: PlatformError, attempt: Attempt): Promise<void> {
    // A 429 is given before anything is written: one look is enough.
    const pausesMs = error.kind === 'busy' ? [] : attempt.pausesMs;
    const missing = await this.missingOf(batch, pausesMs).catch((failure: unknown) => {
      if (!(failure instanceof PlatformError)) throw failure;
      return null;
    });
    if (missing === null || isLongPause(error)) {
      // Not even readable now: whoever asked has to look again later.
      this.sent.push(...batch);
      for (const song of batch) this.doubtful.add(song);
      return this.stop(error);
    }
    this.sent.push(...batch.filter((song) => !missing.includes(song)));
    if (missing.length === 0) return;
    if (attempt.mayRepeat) return this.writeBatch(missing, SECOND_ATTEMPT);
    // Twice in vain: one song of them may be withdrawn, or the whole playlist is closed to us.
    if (isPlatformError(error, 'unavailable') && error.facts.reason !== undefined && (await this.isEditable())) {
      return this.writeHalves(missing, error, PART_ATTEMPT);
    }
    this.stop(error);
  }

  private async handleRefusal(batch: readonly RequestedSong[], error: PlatformError): Promise<void> {
    if (error.kind === 'refused') return this.writeHalves(batch, error, FIRST_ATTEMPT);
    if (this.sent.length === 0) throw error;
    this.stop(error);
  }

  /** Finds the song that spoils a batch. */
  private async writeHalves(batch: readonly RequestedSong[], error: PlatformError, attempt: Attempt): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      this.refused.push(only.id);
      this.problem ??= problemOf(error);
      return;
    }
    for (const half of inBatches(batch, Math.ceil(batch.length / 2))) {
      if (!this.stopped) await this.writeBatch(half, attempt);
    }
  }

  /** @returns null when the list is so late that it does not even show what was written well before. */
  private async missingOf(
    batch: readonly RequestedSong[],
    pausesMs: readonly number[],
  ): Promise<RequestedSong[] | null> {
    const expected = [...this.sent, ...batch];
    const ours = (landed: readonly Landed[]) => landed.slice(this.sent.length);
    const landed = await lookUntil(
      () => this.tail.landed(expected),
      (seen, pauses) =>
        ours(seen).every((outcome) => outcome === 'yes') || (pauses >= pausesMs.length && this.allShow(seen)),
      [...pausesMs, ...PAUSES_AT_LATE_LIST_MS],
      this.request.timing,
    );
    return this.allShow(landed) ? batch.filter((_, index) => ours(landed)[index] === 'no') : null;
  }

  private async readBack(): Promise<Landed[]> {
    try {
      if (this.doubtful.size === 0 && (await this.tail.isComplete(this.sent))) return this.sent.map(() => 'yes');
      const landed = await lookUntil(
        () => this.tail.landed(this.sent),
        (landed, pauses) => this.isSettled(landed, pauses),
        PAUSES_AFTER_SUCCESS_MS,
        this.request.timing,
      );
      const isLate = !this.allShow(landed);
      return landed.map((outcome, index) =>
        isLate && this.isDoubtful(index) && outcome === 'no' ? 'unknown' : outcome,
      );
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      this.problem ??= problemOf(error);
      return this.sent.map((song) => this.withoutReading(song, error));
    }
  }

  private isDoubtful(index: number): boolean {
    const song = this.sent[index];
    return song !== undefined && this.doubtful.has(song);
  }

  /** A list that shows one song of each write is no late one: what it does not show then was dropped. */
  private isSettled(landed: readonly Landed[], pauses: number): boolean {
    if (landed.every((outcome) => outcome === 'yes')) return true;
    return this.allShow(landed) && pauses >= QUICK_LOOKS;
  }

  /** Whether every write that ended well shows. */
  private allShow(landed: readonly Landed[]): boolean {
    return this.writes.every(({ from, to }) => landed.slice(from, to).includes('yes'));
  }

  /** Nobody can read back until the member connects again: the word of a platform that drops nothing has to do. */
  private withoutReading(song: RequestedSong, { kind }: PlatformError): Landed {
    if (kind === 'not-found') return 'no';
    const isTrusted = !this.request.platform.dropsSilently && !this.doubtful.has(song);
    return kind === 'reconnect-required' && isTrusted ? 'yes' : 'unknown';
  }

  private async isEditable(): Promise<boolean> {
    const { platform, access, playlistId } = this.request;
    const { editable } = await platform.playlist(access, playlistId);
    if (!editable) this.problem = { code: 'playlist_read_only', retryAfterSeconds: null };
    return editable;
  }

  private stop(error: PlatformError): void {
    this.stopped = true;
    this.problem ??= problemOf(error);
  }
}

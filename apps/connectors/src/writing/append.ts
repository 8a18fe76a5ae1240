import type { appendTracks, ResponseOf } from '@segue/contracts';
import { LONGEST_SLEEP_MS } from '../governor/governor.js';
import { inBatches } from '../in-batches.js';
import { PlatformError, isPlatformError } from '../platforms/platform-error.js';
import type { MemberAccess, Platform } from '../platforms/platform.js';
import type { Timing } from '../timing.js';
import type { Landed, RequestedSong } from './landed.js';
import { PlaylistTail } from './tail.js';

export type AppendResult = ResponseOf<typeof appendTracks>;
type Problem = NonNullable<AppendResult['problem']>;

export interface AppendRequest {
  readonly platform: Platform;
  readonly access: MemberAccess;
  readonly playlistId: string;
  readonly recordingIds: readonly string[];
  /** The playlist's size before this write. */
  readonly oldTotal: number;
  /** ISRCs of catalogue ids, as far as they are remembered. */
  readonly isrcsOf: (recordingIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly timing: Timing;
}

/** Rows show within a second after a clean answer (measured: news-bulletin-playlist #168, #134, #101). */
const PAUSES_AFTER_SUCCESS_MS = [500, 1_000, 2_000];
/** Before writing again we wait longer: a row that shows up late would stand there twice. */
const PAUSES_IN_DOUBT_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** How a batch is sent: whether once more after an error that left nothing, and how patiently it is looked for. */
interface Attempt {
  readonly mayRepeat: boolean;
  readonly pausesMs: readonly number[];
}
const FIRST_ATTEMPT: Attempt = { mayRepeat: true, pausesMs: PAUSES_IN_DOUBT_MS };
const SECOND_ATTEMPT: Attempt = { mayRepeat: false, pausesMs: PAUSES_IN_DOUBT_MS };
/** The platform has refused the whole twice already; these parts only find out which song it was. */
const PART_ATTEMPT: Attempt = { mayRepeat: false, pausesMs: PAUSES_AFTER_SUCCESS_MS };

/**
 * Appends songs in order and tells of each whether it stands in the playlist. Batches go out one after the other. A batch
 * whose answer was an error is looked for in the playlist first and sent once more only when it is not there. One
 * refused song is found by halving its batch. Throws only while nothing was written.
 */
export async function append(request: AppendRequest): Promise<AppendResult> {
  const { platform, access, playlistId, recordingIds, oldTotal } = request;
  const isrcs = await request.isrcsOf(recordingIds);
  const songs = recordingIds.map((id) => ({ id, isrc: isrcs.get(id) ?? null }));
  const room = (platform.capabilities.tracksPerPlaylist ?? Infinity) - oldTotal;
  const run = new AppendRun(request, new PlaylistTail(platform, access, playlistId, oldTotal));
  await run.write(songs.slice(0, Math.max(0, room)));
  const problem = songs.length > room ? REFUSED : null;
  return run.settle(songs, problem);
}

const REFUSED: Problem = { code: 'refused', retryAfterSeconds: null };

/** One append under way: what was sent so far, and why it stopped. */
class AppendRun {
  /** Songs that may stand in the playlist, in the order they were sent. */
  private readonly sent: RequestedSong[] = [];
  private problem: Problem | null = null;
  private stopped = false;
  private inDoubt = false;

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
  async settle(songs: readonly RequestedSong[], roomProblem: Problem | null): Promise<AppendResult> {
    const landedOfSent = this.sent.length === 0 ? [] : await this.readBack();
    const positions = new Map(this.sent.map((song, index) => [song, index]));
    const landed = songs.map((song): Landed => landedOfSent[positions.get(song) ?? -1] ?? 'no');
    const problem = landed.every((outcome) => outcome === 'yes') ? null : (this.problem ?? roomProblem);
    return { landed, problem };
  }

  private async writeBatch(batch: readonly RequestedSong[], attempt: Attempt): Promise<void> {
    try {
      const { platform, access, playlistId } = this.request;
      await platform.add(
        access,
        playlistId,
        batch.map(({ id }) => id),
      );
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
      this.inDoubt = true;
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
    if (batch.length === 1) {
      this.problem ??= problemOf(error);
      return;
    }
    for (const half of inBatches(batch, Math.ceil(batch.length / 2))) {
      if (!this.stopped) await this.writeBatch(half, attempt);
    }
  }

  private async missingOf(batch: readonly RequestedSong[], pausesMs: readonly number[]): Promise<RequestedSong[]> {
    const expected = [...this.sent, ...batch];
    const landed = await this.landedAfter(expected, pausesMs, this.sent.length);
    return batch.filter((_, index) => landed[this.sent.length + index] === 'no');
  }

  private async readBack(): Promise<Landed[]> {
    try {
      if (!this.inDoubt && (await this.tail.isComplete(this.sent))) return this.sent.map(() => 'yes');
      return await this.landedAfter(this.sent, PAUSES_AFTER_SUCCESS_MS, 0);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      this.problem ??= problemOf(error);
      return this.sent.map(() => 'unknown');
    }
  }

  /** Reads the tail again and again until every song from `from` on is there or the pauses are used up. */
  private async landedAfter(
    songs: readonly RequestedSong[],
    pausesMs: readonly number[],
    from: number,
  ): Promise<Landed[]> {
    let landed = await this.tail.landed(songs);
    for (const pauseMs of pausesMs) {
      if (landed.slice(from).every((outcome) => outcome === 'yes')) break;
      await this.request.timing.sleep(pauseMs);
      landed = await this.tail.landed(songs);
    }
    return landed;
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

const isLongPause = ({ kind, facts }: PlatformError): boolean =>
  kind === 'busy' && (facts.retryAfterSeconds ?? 0) * 1000 > LONGEST_SLEEP_MS;

function problemOf({ kind, facts }: PlatformError): Problem {
  const retryAfterSeconds = facts.retryAfterSeconds ?? null;
  if (kind === 'busy') return { code: 'platform_busy', retryAfterSeconds };
  if (kind === 'read-only') return { code: 'playlist_read_only', retryAfterSeconds: null };
  return kind === 'refused' ? REFUSED : { code: 'platform_unavailable', retryAfterSeconds };
}

import {
  addTrack,
  createPlaylist,
  type ErrorCode,
  type FailureReason,
  getPlaylist,
  type PlatformId,
  type RequestedTrack,
  type ResponseOf,
  type WriteOutcome,
} from '@segue/contracts';
import { eventually, madeSong, songIdOf } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, call, connect, newMember } from './api.js';
import { libraryOf, putListener } from './simulator.js';

export type CreateAnswer = ResponseOf<typeof createPlaylist>;

/**
 * Answers after which the same request with the same key is worth sending again, and how often: as the web app does, and
 * longer for a part of the system that was killed and starts on a busy machine.
 */
const REPEATED: Partial<Record<ErrorCode, number>> = {
  rate_limited: 3,
  platform_busy: 3,
  platform_unavailable: 3,
  service_unavailable: 12,
  request_in_progress: 8,
  playlist_busy: 8,
  platform_reconnect_required: 2,
};
/** Reasons whose sentence says what to do before the same request comes further: connect again, or come back later. */
const PASSING_REASONS: ReadonlySet<FailureReason> = new Set<FailureReason>(['reconnect_required', 'platform_busy']);
const UNFINISHED_PAUSE_MS = 3000;
const MOST_REPEATS_OF_UNFINISHED = 5;
/** As many as the web app has under way. */
const CALLS_AT_ONCE = 5;
const REPEATS_OF_LOST_ANSWERS = 12;
const LOST_ANSWER_PAUSE_SECONDS = 2;

/** Somebody who does what the messages say: waits as long as told, connects again, and sends the same request again. */
export class PatientMember {
  /** The errors met, in order. */
  readonly errors: string[] = [];
  private connecting: Promise<void> | null = null;

  private constructor(
    readonly platform: PlatformId,
    readonly listener: string,
    private readonly token: string,
  ) {}

  /** With an empty playlist `Mine` on the platform. */
  static async on(platform: PlatformId): Promise<PatientMember> {
    const listener = `patient-${randomUUID().slice(0, 8)}`;
    const { token } = await newMember();
    const member = new PatientMember(platform, listener, token);
    const playlists = [{ id: member.playlistId, name: 'Mine', trackIds: [] }];
    await putListener(platform, listener, { displayName: 'Patient', country: 'de', playlists });
    await member.connect();
    return member;
  }

  get playlistId(): string {
    const id = this.listener.replace('-', '');
    return this.platform === 'apple' ? `p.${id}` : id.padEnd(22, '0');
  }

  /** One request for each song, some at a time, each group after the one before, as the web app does. */
  async addAll(songs: readonly number[]): Promise<WriteOutcome[]> {
    const outcomes: WriteOutcome[] = [];
    for (let start = 0; start < songs.length; start += CALLS_AT_ONCE) {
      const group = songs.slice(start, start + CALLS_AT_ONCE);
      const together = { id: randomUUID(), size: group.length };
      const answers = await Promise.allSettled(group.map((song, place) => this.add(song, start + place, together)));
      for (const answer of answers) {
        if (answer.status === 'rejected') throw answer.reason;
        outcomes.push(answer.value);
      }
    }
    return outcomes;
  }

  private add(song: number, position: number, group: { id: string; size: number }): Promise<WriteOutcome> {
    const headers = { 'idempotency-key': randomUUID() };
    const track = { ...requested(song), position };
    const body = { platform: this.platform, playlistId: this.playlistId, track, group };
    return this.untilTaken(() => call(addTrack, { token: this.token, body, headers }));
  }

  /** @param onReport hears every report, also one after which the same request goes on. */
  async create(
    name: string,
    songs: readonly number[],
    onReport: (report: CreateAnswer) => Promise<void> = async () => undefined,
  ): Promise<CreateAnswer> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { platform: this.platform, name, description: '', tracks: songs.map(requested) };
    for (let repeats = 0; ; repeats += 1) {
      const report = await this.untilTaken<CreateAnswer>(() =>
        call(createPlaylist, { token: this.token, body, headers }),
      );
      await onReport(report);
      const passing = report.failed.find(({ reason }) => PASSING_REASONS.has(reason));
      if (!passing || repeats === MOST_REPEATS_OF_UNFINISHED) return report;
      this.errors.push(passing.reason);
      if (passing.reason === 'reconnect_required') await this.connect();
      else await pause(UNFINISHED_PAUSE_MS);
    }
  }

  /** The song ids of each of the member's playlists of this name, in order, as the platform has them. */
  async playlistsNamed(name: string): Promise<unknown[][]> {
    const { playlists } = await libraryOf(this.platform, this.listener);
    return playlists.filter((playlist) => playlist.name === name).map(({ trackIds }) => trackIds);
  }

  idsOf(songs: readonly number[]): string[] {
    return songs.map((song) => songIdOf(this.platform, song));
  }

  /** Once for all calls that ask for it. A platform that asked everybody to wait answers no new connection for so long. */
  private connect(): Promise<void> {
    this.connecting ??= this.connectAnew().finally(() => (this.connecting = null));
    return this.connecting;
  }

  private connectAnew(): Promise<void> {
    return eventually(async () => {
      await connect(this.platform, this.listener, this.token);
      const { status } = await call(getPlaylist, {
        token: this.token,
        params: { platform: this.platform, id: this.playlistId },
      });
      if (status !== 200) throw new Error(`${this.platform} is not connected.`);
    }, 30_000);
  }

  private async untilTaken<T>(send: () => Promise<Answer>): Promise<T> {
    const repeats = new Map<string, number>();
    for (;;) {
      const answer = await send().catch(() => null);
      if (answer?.status === 200) return answer.body as T;
      const code: string = answer?.body.code ?? 'network';
      this.errors.push(code);
      const most = code === 'network' ? REPEATS_OF_LOST_ANSWERS : (REPEATED[code as ErrorCode] ?? 0);
      const done = repeats.get(code) ?? 0;
      if (done >= most) throw new Error(`Still ${code} after ${done} repeats: ${JSON.stringify(answer?.body)}`);
      repeats.set(code, done + 1);
      if (code === 'platform_reconnect_required') await this.connect();
      else await pause((answer?.body.retryAfterSeconds ?? LOST_ANSWER_PAUSE_SECONDS) * 1000);
    }
  }
}

const requested = (song: number): Partial<RequestedTrack> => {
  const { isrc, name, artists, album, durationMs, explicit } = madeSong(song);
  return { isrc, name, artist: artists.join(', '), artists, album, durationMs, explicit };
};

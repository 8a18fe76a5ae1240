import {
  addTrack,
  createPlaylist,
  type ErrorCode,
  type PlatformId,
  type RequestedTrack,
  type ResponseOf,
  type WriteOutcome,
} from '@segue/contracts';
import { madeSong, songIdOf } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, call, connect, newMember } from './api.js';
import { libraryOf, putListener } from './simulator.js';

export type CreateAnswer = ResponseOf<typeof createPlaylist>;

/** Answers after which the same request with the same key is worth sending again, and how often the web app does. */
const REPEATED: Partial<Record<ErrorCode, number>> = {
  rate_limited: 3,
  platform_busy: 3,
  platform_unavailable: 3,
  service_unavailable: 3,
  request_in_progress: 8,
  playlist_busy: 8,
  platform_reconnect_required: 1,
};
const REPEATS_OF_LOST_ANSWERS = 3;
const LOST_ANSWER_PAUSE_SECONDS = 2;

/** Somebody who does what the messages say: waits as long as told, connects again, and sends the same request again. */
export class PatientMember {
  /** The errors met, in order. */
  readonly errors: string[] = [];

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
    await connect(platform, listener, token);
    return member;
  }

  get playlistId(): string {
    const id = this.listener.replace('-', '');
    return this.platform === 'apple' ? `p.${id}` : id.padEnd(22, '0');
  }

  add(song: number): Promise<WriteOutcome> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { platform: this.platform, playlistId: this.playlistId, track: requested(song) };
    return this.untilAnswered(() => call(addTrack, { token: this.token, body, headers }));
  }

  create(name: string, songs: readonly number[]): Promise<CreateAnswer> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { platform: this.platform, name, description: '', tracks: songs.map(requested) };
    return this.untilAnswered(() => call(createPlaylist, { token: this.token, body, headers }));
  }

  /** The song ids of each of the member's playlists of this name, in order, as the platform has them. */
  async playlistsNamed(name: string): Promise<unknown[][]> {
    const { playlists } = await libraryOf(this.platform, this.listener);
    return playlists.filter((playlist) => playlist.name === name).map(({ trackIds }) => trackIds);
  }

  idsOf(songs: readonly number[]): string[] {
    return songs.map((song) => songIdOf(this.platform, song));
  }

  private async untilAnswered<T>(send: () => Promise<Answer>): Promise<T> {
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
      if (code === 'platform_reconnect_required') await connect(this.platform, this.listener, this.token);
      else await pause((answer?.body.retryAfterSeconds ?? LOST_ANSWER_PAUSE_SECONDS) * 1000);
    }
  }
}

const requested = (song: number): Partial<RequestedTrack> => {
  const { isrc, name, artists, album, durationMs, explicit } = madeSong(song);
  return { isrc, name, artist: artists.join(', '), artists, album, durationMs, explicit };
};

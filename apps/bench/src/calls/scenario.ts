import {
  addTrack,
  type BodyOf,
  check,
  counterpartOf,
  createPlaylist,
  type Endpoint,
  type PlatformId,
  playlistTracks,
  RequestedTrack,
  type Track,
  type WriteOutcome,
} from '@segue/contracts';
import { type CallOptions, numbersOf, type SongBlock, songIdOf, type SystemClient } from '@segue/testing';
import { randomUUID } from 'node:crypto';

/** What reached the platforms during one piece of work. */
export interface CallCount {
  total: number;
  byEndpoint: Record<string, number>;
  seconds: number;
}

type AddGroup = NonNullable<BodyOf<typeof addTrack>['group']>;

const LIST_NAME = 'Measured';
const COUNTRY = 'de';

/** A member with the same songs' lists on both platforms, as far as the work needs them. */
export class Scenario {
  private constructor(
    private readonly client: SystemClient,
    /** The member's. */
    readonly token: string,
    private readonly listener: string,
    private readonly source: PlatformId,
  ) {}

  /**
   * A fresh member whose playlist of `songs` lies on `source`.
   * @param onTarget songs of a playlist of the same name on the other side; null: there is none.
   */
  static async create(
    client: SystemClient,
    source: PlatformId,
    songs: SongBlock,
    onTarget: SongBlock | null,
  ): Promise<Scenario> {
    const listener = `bench-${randomUUID().slice(0, 8)}`;
    const { token } = await client.newMember();
    const scenario = new Scenario(client, token, listener, source);
    await scenario.becomeListener(source, songs);
    await scenario.becomeListener(scenario.target, onTarget);
    return scenario;
  }

  get target(): PlatformId {
    return counterpartOf(this.source);
  }

  /** Where the app compares the two. */
  get screen(): string {
    return `/playlist/${this.source}/${this.playlistIdOn(this.source)}`;
  }

  /** Reads the source and makes the playlist on the target. @throws Error unless it then holds exactly these songs in order. */
  async move(songs: SongBlock): Promise<CallCount> {
    const count = await this.counting(async () => {
      const tracks = await this.readSource();
      const body = { platform: this.target, name: LIST_NAME, description: '', tracks: tracks.map(toRequested) };
      await this.call(createPlaylist, { body });
    });
    await this.assertHolds(songs);
    return count;
  }

  /** Reads the source and compares it with the target's playlist of the same name. */
  async compare(songs: SongBlock): Promise<CallCount> {
    return this.counting(async () => {
      const tracks = await this.readSource();
      const body = { platform: this.target, playlistName: LIST_NAME, tracks: tracks.map(toRequested) };
      const { matchedTracks } = await this.call<{ matchedTracks: unknown[] }>(check, { body });
      if (matchedTracks.length !== songs.count) throw new Error(`Only ${matchedTracks.length} songs were matched.`);
    });
  }

  /** Adds each song by a call of its own, in groups of `atOnce` one after the other, as a browser's bulk add does. */
  async addOneByOne(songs: SongBlock, atOnce: number): Promise<CallCount> {
    const tracks = await this.readSource();
    const count = await this.counting(async () => {
      for (let start = 0; start < tracks.length; start += atOnce) {
        const group = { id: randomUUID(), size: Math.min(atOnce, tracks.length - start) };
        await Promise.all(tracks.slice(start, start + atOnce).map((track) => this.add(track, group)));
      }
    });
    await this.assertHolds(songs);
    return count;
  }

  private async add(track: Track, group: AddGroup): Promise<void> {
    const { added } = await this.call<WriteOutcome>(addTrack, {
      body: { platform: this.target, playlistId: this.playlistIdOn(this.target), track: toRequested(track), group },
      headers: { 'idempotency-key': randomUUID() },
    });
    if (added.length !== 1) throw new Error(`A song was not added: ${track.name}`);
  }

  private async readSource(): Promise<Track[]> {
    const params = { platform: this.source, id: this.playlistIdOn(this.source) };
    return (await this.call<{ tracks: Track[] }>(playlistTracks, { params })).tracks;
  }

  private async counting(work: () => Promise<void>): Promise<CallCount> {
    await this.client.clearUpstreamCalls();
    const startedAt = performance.now();
    await work();
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const counts = await Promise.all((['spotify', 'apple'] as const).map((id) => this.client.upstreamCalls(id)));
    return {
      total: counts.reduce((sum, { total }) => sum + total, 0),
      byEndpoint: Object.assign({}, ...counts.map(({ byEndpoint }) => byEndpoint)) as Record<string, number>,
      seconds,
    };
  }

  private async call<T>(endpoint: Endpoint, options: CallOptions): Promise<T> {
    const { status, body } = await this.client.call(endpoint, { token: this.token, ...options });
    if (status !== 200)
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }

  private async becomeListener(platform: PlatformId, songs: SongBlock | null): Promise<void> {
    const trackIds = songs === null ? [] : numbersOf(songs).map((n) => songIdOf(platform, n));
    const playlists = songs === null ? [] : [{ id: this.playlistIdOn(platform), name: LIST_NAME, trackIds }];
    await this.client.putListener(platform, this.listener, { displayName: 'Bench', country: COUNTRY, playlists });
    await this.client.connect(platform, this.listener, this.token);
  }

  private playlistIdOn(platform: PlatformId): string {
    const id = this.listener.replace('-', '');
    return platform === 'apple' ? `p.${id}` : id.padEnd(22, '0');
  }

  private async assertHolds(songs: SongBlock): Promise<void> {
    const { playlists } = await this.client.libraryOf(this.target, this.listener);
    const ids = playlists.find(({ name }) => name === LIST_NAME)?.trackIds.map(String) ?? [];
    const wanted = numbersOf(songs).map((n) => songIdOf(this.target, n));
    if (ids.join() !== wanted.join())
      throw new Error(`The playlist holds ${ids.length} songs, and not those asked for.`);
  }
}

/** What a browser sends of a track. */
const toRequested = (track: Track): RequestedTrack => RequestedTrack.omit({ id: true }).parse(track);

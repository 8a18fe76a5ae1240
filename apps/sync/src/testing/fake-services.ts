import {
  appendTracks,
  type Capabilities,
  claimAllowance,
  countTracks,
  createPlatformPlaylist,
  type Endpoint,
  findByIsrc,
  type Playlist,
  readLibrary,
  readPlaylist,
  type Recording,
  releaseAllowance,
  removePlatformTrack,
  searchRecordings,
  settleAllowance,
  type Track,
} from '@segue/contracts';
import { AppError, type CallInput } from '@segue/service';
import { aPlaylist, aRecording, toTrack } from './builders.js';

const CAPABILITIES: Capabilities = {
  isrcsPerLookup: 25,
  tracksPerAdd: 100,
  tracksPerPlaylist: null,
  removeTrack: 'manual',
  readsOwnedOnly: false,
  likedSongs: false,
};

interface Call {
  endpoint: Endpoint;
  params: Record<string, string>;
  body: Record<string, unknown>;
  userId: string | undefined;
}
type Answer = (call: Call) => unknown;

/** Contact was lost after a request was sent. */
export const contactLost = () => new AppError('service_unavailable', {}, { retryAfterSeconds: 5 });

/** Billing and connectors as sync sees them: stands in for `ServiceClient`, keeps playlists and days in memory. */
export class FakeServices {
  readonly catalogue: Recording[] = [];
  readonly playlists: Array<{ playlist: Playlist; tracks: Track[] }> = [];
  /** The playlist each member's day went to. */
  readonly days = new Map<string, { playlistId: string; writes: number }>();
  readonly calls: Call[] = [];
  private readonly next = new Map<Endpoint, Answer[]>();
  private made = 0;

  /** Answers the next call of an endpoint differently, once; `usual` is what it would have done. */
  once(endpoint: Endpoint, answer: (usual: () => unknown, call: Call) => unknown): void {
    const answers = this.next.get(endpoint) ?? [];
    answers.push((call) => answer(() => this.usual(call), call));
    this.next.set(endpoint, answers);
  }

  failOnce(endpoint: Endpoint, error: Error): void {
    this.once(endpoint, () => {
      throw error;
    });
  }

  async call(endpoint: Endpoint, { params = {}, body = {}, userId }: CallInput<Endpoint>): Promise<unknown> {
    const call: Call = { endpoint, params, body: endpoint.body.parse(body) as Call['body'], userId };
    this.calls.push(call);
    await new Promise((resolve) => setImmediate(resolve));
    const answer = await (this.next.get(endpoint)?.shift() ?? ((asked) => this.usual(asked)))(call);
    return endpoint.response.parse(answer);
  }

  /** How often an endpoint was asked. */
  count(endpoint: Endpoint): number {
    return this.calls.filter((call) => call.endpoint === endpoint).length;
  }

  /** Ids of the songs in a playlist, in order. */
  songsOf(playlistId: string): string[] {
    return this.find(playlistId).tracks.map(({ id }) => id);
  }

  private usual(call: Call): unknown {
    const { endpoint, params, body } = call;
    switch (endpoint) {
      case claimAllowance:
        return this.claim(call);
      case releaseAllowance:
        return { released: this.release(call) };
      case settleAllowance:
        return { settled: this.settle(call) };
      case readLibrary:
        return { playlists: this.playlists.map(({ playlist }) => playlist), capabilities: CAPABILITIES };
      case readPlaylist:
        return { ...this.read(params), capabilities: CAPABILITIES };
      case countTracks:
        return { track_count: this.find(params.id).tracks.length };
      case findByIsrc:
        return { answers: (body.isrcs as string[]).map((isrc) => this.lookUp(isrc)) };
      case searchRecordings:
        return { recordings: this.catalogue.filter(({ name }) => name === body.title) };
      case createPlatformPlaylist:
        return this.create(call);
      case appendTracks:
        return this.append(call);
      case removePlatformTrack:
        throw new AppError('remove_unsupported');
      default:
        throw new Error(`Nobody answers ${endpoint.path}.`);
    }
  }

  /** As Apple Music does, gives a song in a playlist another id than in the catalogue. */
  private read({ platform, id }: Call['params']): { playlist: Playlist; tracks: Track[] } {
    const { playlist, tracks } = this.find(id);
    return {
      playlist,
      tracks: platform === 'apple' ? tracks.map((track) => ({ ...track, id: `i.${track.id}` })) : tracks,
    };
  }

  private find(id: string | undefined): { playlist: Playlist; tracks: Track[] } {
    const found = this.playlists.find(({ playlist }) => playlist.id === id);
    if (!found) throw new AppError('not_found');
    return found;
  }

  private lookUp(isrc: string): unknown {
    const recordings = this.catalogue.filter((recording) => recording.isrc === isrc);
    return recordings.length > 0 ? { outcome: 'found', recordings } : { outcome: 'absent', elsewhere: [] };
  }

  private create({ params, body }: Call): Playlist {
    const playlist = aPlaylist({
      id: `made-${(this.made += 1)}`,
      name: String(body.name),
      description: String(body.description),
      platform: params.platform as Playlist['platform'],
    });
    this.playlists.unshift({ playlist, tracks: [] });
    return playlist;
  }

  private append({ params, body }: Call): unknown {
    const { tracks } = this.find(params.id);
    const ids = body.recordingIds as string[];
    // A row of a library names its song.
    for (const id of ids.map((given) => given.replace(/^i\./, ''))) {
      tracks.push(toTrack(this.catalogue.find((song) => song.id === id) ?? aRecording({ id }), tracks.length));
    }
    return { landed: ids.map(() => 'yes'), problem: null };
  }

  private claim({ userId = '', body }: Call): unknown {
    const writes = body.reserveOnly ? 0 : 1;
    const day = this.days.get(userId) ?? { playlistId: String(body.playlistId), writes: 0 };
    if (day.playlistId !== body.playlistId)
      return { granted: false, fresh: false, availableAt: '2026-06-02T12:00:00.000Z' };
    day.writes += writes;
    this.days.set(userId, day);
    return { granted: true, fresh: writes === 1 && day.writes === 1, availableAt: '2026-06-02T12:00:00.000Z' };
  }

  private release({ userId = '', body }: Call): boolean {
    const day = this.days.get(userId);
    const mine = day?.playlistId === body.playlistId && day?.writes === 1;
    if (mine) this.days.delete(userId);
    return mine;
  }

  private settle({ userId = '', body }: Call): boolean {
    const day = this.days.get(userId);
    if (day?.playlistId !== body.playlistId || !day) return false;
    day.playlistId = String(body.createdId);
    return true;
  }
}

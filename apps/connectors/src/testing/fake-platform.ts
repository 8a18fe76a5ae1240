import type { Playlist, Recording } from '@segue/contracts';
import { PlatformError, type PlatformErrorFacts, type PlatformErrorKind } from '../platforms/platform-error.js';
import type { NewPlaylist, Platform, PlaylistEntry, TrackPage } from '../platforms/platform.js';
import { isrcOf } from './fake-songs.js';

/** What the next write does: whether it is carried out, and how it ends. */
interface Mishap {
  readonly applied: boolean;
  readonly kind: PlatformErrorKind;
  readonly facts?: PlatformErrorFacts;
}

/** A platform in memory whose writes go wrong on demand. Song `song7` has the seventh ISRC. */
export class FakePlatform {
  readonly calls: string[] = [];
  readonly mishaps: Mishap[] = [];
  /** Songs whose write succeeds and leaves nothing. */
  readonly dropped = new Set<string>();
  /** Songs that make the platform refuse their whole batch. */
  readonly poison = new Map<string, PlatformErrorKind>();
  /** Songs the platform stores under another id. */
  readonly replaced = new Map<string, string>();
  /** Reads that still show the list as it was before the first write that came with stale reads to go. */
  staleReads = 0;
  readsFail: PlatformErrorKind | null = null;
  editable = true;
  tracksPerPage = 50;
  tracksPerPlaylist: number | null = 10_000;
  dropsSilently = false;
  /** Runs before each write, for what happens meanwhile. */
  beforeWrite: (call: string) => void = () => undefined;
  afterWrite: (call: string) => void = () => undefined;
  /** Removing succeeds and changes nothing. */
  keepsRows = false;
  list: string[];
  readonly made: Playlist[] = [];
  /** So often the list of playlists does not show yet what was made. */
  lateListings = 0;
  private before: string[] | null = null;

  constructor(list: string[] = []) {
    this.list = list;
  }

  get platform(): Platform {
    const unused = () => {
      throw new Error('not part of this test');
    };
    return {
      id: 'spotify',
      capabilities: {
        isrcsPerLookup: 1,
        tracksPerAdd: 100,
        tracksPerPlaylist: this.tracksPerPlaylist,
        removeTrack: 'all-copies' as const,
        readsOwnedOnly: true,
        likedSongs: true,
      },
      get consent() {
        return unused();
      },
      tracksPerPage: this.tracksPerPage,
      profile: unused,
      playlists: () => this.listed(),
      playlist: async () => this.describe('p', 'P'),
      trackCount: async () => this.read('count').length,
      tracks: () => this.pages(),
      trackPage: async (_, __, offset) => {
        const list = this.read(`page@${offset}`);
        const entries = list.slice(offset, offset + this.tracksPerPage).map((id, index) => toEntry(id, offset + index));
        return { total: list.length, hasMore: offset + this.tracksPerPage < list.length, entries };
      },
      likedTracks: unused,
      likedCount: unused,
      findByIsrcs: unused,
      search: unused,
      create: async (_, wanted) => this.write(`create`, () => this.make(wanted)),
      add: async (_, __, ids) => this.add(ids),
      catalogueIdOf: (id) => (id.startsWith('row-') ? null : id),
      dropsSilently: this.dropsSilently,
      lookupMayMiss: false,
      remove: async (_, __, id) => this.write(`remove`, () => this.store(this.without(id))),
      insert: async (_, __, id, position) =>
        this.write(`insert@${position}`, () => this.store(this.list.toSpliced(position, 0, id))),
    };
  }

  /** What late reads show. */
  showStale(list: string[]): void {
    this.before = list;
  }

  private without(id: string): string[] {
    return this.keepsRows ? this.list : this.list.filter((held) => held !== id);
  }

  private async *pages(): AsyncGenerator<TrackPage> {
    const list = this.read('read');
    yield { total: list.length, hasMore: false, entries: list.map((id, index) => toEntry(id, index, id)) };
  }

  private async add(ids: readonly string[]): Promise<void> {
    const spoiler = ids.find((id) => this.poison.has(id));
    if (spoiler !== undefined) {
      this.calls.push(`add ${ids.length}`);
      const kind = this.poison.get(spoiler) ?? 'refused';
      throw new PlatformError(kind, 'spotify', { reason: kind === 'unavailable' ? '50001' : undefined });
    }
    const stored = ids.filter((id) => !this.dropped.has(id)).map((id) => this.replaced.get(id) ?? id);
    await this.write(`add ${ids.length}`, () => this.store([...this.list, ...stored]));
  }

  private async *listed(): AsyncGenerator<readonly Playlist[]> {
    this.calls.push('list');
    this.lateListings -= 1;
    yield this.lateListings >= 0 ? [] : this.made;
  }

  private store(list: string[]): void {
    this.list = list;
  }

  private async write<T>(call: string, apply: () => T): Promise<T> {
    this.beforeWrite(call);
    this.calls.push(call);
    if (this.staleReads === 0 || this.before === null) this.before = this.list;
    const mishap = this.mishaps.shift();
    if (!mishap) {
      const result = apply();
      this.afterWrite(call);
      return result;
    }
    if (mishap.applied) apply();
    throw new PlatformError(mishap.kind, 'spotify', mishap.facts);
  }

  private read(call: string): string[] {
    this.calls.push(call);
    if (this.readsFail) throw new PlatformError(this.readsFail, 'spotify');
    if (this.staleReads === 0) return this.list;
    this.staleReads -= 1;
    return this.before ?? this.list;
  }

  private make({ name, description }: NewPlaylist): Playlist {
    const playlist = { ...this.describe(`made${this.made.length}`, name), description, track_count: 0 };
    this.made.push(playlist);
    return playlist;
  }

  private describe(id: string, name: string): Playlist {
    return {
      id,
      name,
      description: '',
      image_url: null,
      track_count: null,
      owner: 'Mia',
      platform: 'spotify',
      url: null,
      readable: true,
      editable: this.editable,
      restriction: this.editable ? null : 'not-editable',
    };
  }
}

/** `other7` is another release of the recording `song7`. */
const isrcOfId = (id: string): string => isrcOf(Number(id.replace(/\D/g, '')));

function toEntry(id: string, position: number, rowId = `row-${id}`): PlaylistEntry {
  const about = { name: id, artists: [], album: '', cover_url: null, url: null, durationMs: null, explicit: null };
  const isrc = isrcOfId(id);
  const recording: Recording = {
    ...about,
    id,
    isrc,
    albumType: null,
    playable: null,
    discNumber: null,
    trackNumber: null,
    releaseDate: null,
  };
  return {
    recording,
    track: {
      ...about,
      id: rowId,
      isrc,
      artist: '',
      position,
      kind: rowId.startsWith('local:') ? 'local' : 'song',
      playable: null,
    },
  };
}

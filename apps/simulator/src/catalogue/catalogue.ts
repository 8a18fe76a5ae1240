import { inventedMs } from './durations.js';
import { SearchIndex, type TextQuery } from './search-index.js';
import { normaliseIsrc, type Song } from './song.js';

/** The songs of one platform. */
export class Catalogue {
  private songs: Song[] = [];
  private readonly byId = new Map<string, Song>();
  private readonly byIsrc = new Map<string, Song[]>();
  private searchIndex: SearchIndex | undefined;

  constructor(songs: Song[]) {
    this.load(songs);
  }

  get size(): number {
    return this.songs.length;
  }

  find(id: string): Song | undefined {
    return this.byId.get(id);
  }

  /**
   * Every song of a recording code. `isrc` must be written as the codes are registered (upper case, no hyphens):
   * what the platforms do with other spellings is undocumented, so we answer nothing and a careless caller finds out.
   */
  withIsrc(isrc: string): Song[] {
    return this.byIsrc.get(isrc) ?? [];
  }

  search(query: TextQuery): Song[] {
    this.searchIndex ??= new SearchIndex(this.songs);
    return this.searchIndex.search(query);
  }

  /** Adds songs; one with a known id replaces the older row. Lengths not given are made up, see `durations.ts`. */
  load(songs: Song[]): void {
    let replacedAny = false;
    for (const given of songs) {
      const song = given.durationMs === null ? { ...given, durationMs: this.knownDurationMs(given) } : given;
      const older = this.byId.get(song.id);
      if (older) {
        this.forget(older);
        replacedAny = true;
      }
      this.byId.set(song.id, song);
      if (!older) this.songs.push(song);
      if (song.isrc !== null) {
        const isrc = normaliseIsrc(song.isrc);
        this.byIsrc.set(isrc, [...(this.byIsrc.get(isrc) ?? []), song]);
      }
    }
    if (replacedAny) this.songs = [...this.byId.values()];
    this.searchIndex = undefined;
  }

  private knownDurationMs(song: Song): number {
    const sibling = song.isrc === null ? undefined : this.withIsrc(normaliseIsrc(song.isrc))[0];
    return sibling?.durationMs ?? inventedMs(song);
  }

  private forget(song: Song): void {
    if (song.isrc === null) return;
    const isrc = normaliseIsrc(song.isrc);
    this.byIsrc.set(
      isrc,
      this.withIsrc(isrc).filter(({ id }) => id !== song.id),
    );
  }
}

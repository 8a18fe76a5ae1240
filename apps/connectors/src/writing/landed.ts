import type { PlaylistEntry } from '../platforms/platform.js';

/** A song that was asked for, by all names under which it may come back. */
export interface RequestedSong {
  /** As it was asked for: a catalogue id, or a row's. */
  readonly id: string;
  /** null for a row whose id does not tell. */
  readonly catalogueId: string | null;
  /** null where it is not remembered. */
  readonly isrc: string | null;
}

export type Landed = 'yes' | 'no' | 'unknown';

/**
 * Which of the requested songs stand among the rows that came after the playlist's old end. Every row explains one
 * request at most, so of two copies asked for two must be there. A row is the song when it has its id, its catalogue
 * id, or its ISRC: platforms may keep another release of the recording. `unknown` = a song that is not recognised,
 * while rows are left that nobody asked for: one of them may be it under a name we do not know.
 */
export function landedAmong(requested: readonly RequestedSong[], rows: readonly PlaylistEntry[]): Landed[] {
  const left = new Rows(rows);
  const byId = requested.map(({ id, catalogueId }) => left.take(idKey(id)) || left.take(idKey(catalogueId)));
  const found = requested.map(({ isrc }, index) => byId[index] === true || left.take(isrcKey(isrc)));
  return found.map((isThere) => (isThere ? 'yes' : left.isEmpty ? 'no' : 'unknown'));
}

/** Whether the rows are exactly the requested songs in their order. */
export function standInOrder(requested: readonly RequestedSong[], rows: readonly PlaylistEntry[]): boolean {
  return (
    requested.length === rows.length &&
    requested.every(({ id, catalogueId, isrc }, index) => {
      const row = rows[index];
      const names = row ? namesOf(row) : [];
      return [idKey(id), idKey(catalogueId), isrcKey(isrc)].some((key) => key !== null && names.includes(key));
    })
  );
}

/** Rows that explain no request yet, found by any of their names. */
class Rows {
  private readonly left: Set<PlaylistEntry>;
  private readonly byName = new Map<string, PlaylistEntry[]>();

  constructor(rows: readonly PlaylistEntry[]) {
    this.left = new Set(rows);
    for (const row of rows) {
      for (const name of namesOf(row)) {
        const namesakes = this.byName.get(name);
        if (namesakes) namesakes.push(row);
        else this.byName.set(name, [row]);
      }
    }
  }

  get isEmpty(): boolean {
    return this.left.size === 0;
  }

  take(name: string | null): boolean {
    const namesakes = name === null ? [] : (this.byName.get(name) ?? []);
    for (let row = namesakes.shift(); row; row = namesakes.shift()) if (this.left.delete(row)) return true;
    return false;
  }
}

/** Library rows have ids of their own besides the catalogue's. */
const namesOf = ({ recording, track }: PlaylistEntry): string[] =>
  [idKey(track.id), idKey(recording?.id ?? null), isrcKey(recording?.isrc ?? track.isrc)].filter(
    (name) => name !== null,
  );

const idKey = (id: string | null): string | null => (id === null ? null : `id ${id}`);
const isrcKey = (isrc: string | null): string | null => (isrc === null ? null : `isrc ${isrc}`);

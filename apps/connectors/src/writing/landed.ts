import type { PlaylistEntry } from '../platforms/platform.js';

/** A song that was asked for: its catalogue id, and its ISRC where it is known. */
export interface RequestedSong {
  readonly id: string;
  readonly isrc: string | null;
}

export type Landed = 'yes' | 'no' | 'unknown';

/**
 * Which of the requested songs stand among the rows that came after the playlist's old end. Every row explains one
 * request at most, so of two copies asked for two must be there. A row is the song when it has its catalogue id, or its
 * ISRC: platforms may keep another release of the recording. `unknown` = a song whose ISRC we do not know, while rows
 * are left that nobody asked for.
 */
export function landedAmong(requested: readonly RequestedSong[], rows: readonly PlaylistEntry[]): Landed[] {
  const left = new Set(rows);
  const take = (fits: (row: PlaylistEntry) => boolean): boolean => {
    for (const row of left) if (fits(row)) return left.delete(row);
    return false;
  };
  const byId = requested.map(({ id }) => take((row) => catalogueIdOf(row) === id));
  const byEither = requested.map(
    ({ isrc }, index) => byId[index] || (isrc !== null && take((row) => isrcOf(row) === isrc)),
  );
  return requested.map(({ isrc }, index) => {
    if (byEither[index]) return 'yes';
    return isrc === null && left.size > 0 ? 'unknown' : 'no';
  });
}

/** Whether the rows are exactly the requested songs in their order. */
export function standInOrder(requested: readonly RequestedSong[], rows: readonly PlaylistEntry[]): boolean {
  return (
    requested.length === rows.length &&
    requested.every(({ id, isrc }, index) => {
      const row = rows[index];
      return row !== undefined && (catalogueIdOf(row) === id || (isrc !== null && isrcOf(row) === isrc));
    })
  );
}

/** Library rows have ids of their own; the catalogue's is the one that was written. */
const catalogueIdOf = ({ recording, track }: PlaylistEntry): string => recording?.id ?? track.id;
const isrcOf = ({ recording, track }: PlaylistEntry): string | null => recording?.isrc ?? track.isrc;

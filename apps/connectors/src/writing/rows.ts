import type { Track } from '@segue/contracts';
import type { MemberAccess, Platform } from '../platforms/platform.js';

/** One place of a playlist. */
export type Row = Pick<Track, 'id' | 'kind'>;

/** The whole list as it stands now, in order. */
export async function readRows({
  platform,
  access,
  playlistId,
}: {
  readonly platform: Platform;
  readonly access: MemberAccess;
  readonly playlistId: string;
}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { entries } of platform.tracks(access, playlistId)) {
    rows.push(...entries.map(({ track: { id, kind } }) => ({ id, kind })));
  }
  return rows;
}

/** Where the copies of a track stand, ascending. */
export const placesOf = (rows: readonly Row[], trackId: string): number[] =>
  rows.flatMap(({ id }, place) => (id === trackId ? place : []));

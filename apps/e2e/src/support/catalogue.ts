import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface CatalogueSong {
  platform: 'spotify' | 'apple';
  id: string;
  isrc: string | null;
  name: string;
  artists: string[];
  explicit: boolean | null;
  availableIn: string[] | null;
}
interface CataloguePlaylist {
  id: string;
  name: string;
  songIds: string[];
}

const FOLDER = join(process.cwd(), '..', 'simulator', 'data', 'catalogue');
const readLines = <T>(file: string): T[] =>
  gunzipSync(readFileSync(join(FOLDER, file)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

let songs: Map<string, CatalogueSong> | undefined;
/** The real recordings the simulator serves, by id. */
export const songsById = (): Map<string, CatalogueSong> =>
  (songs ??= new Map(readLines<CatalogueSong>('songs.jsonl.gz').map((song) => [song.id, song])));

export const codeOf = (id: string): string | null => songsById().get(id)?.isrc?.toUpperCase() ?? null;

/** A real playlist of the catalogue by its id. */
export function realPlaylist(id: string): CataloguePlaylist {
  const found = readLines<CataloguePlaylist>('playlists.jsonl.gz').find((playlist) => playlist.id === id);
  if (!found) throw new Error(`The catalogue has no playlist ${id}.`);
  return found;
}

/** The songs of a platform that carry a code and are sold in a country. */
export const carriersOf = (platform: 'spotify' | 'apple', code: string, country: string): CatalogueSong[] =>
  [...songsById().values()].filter(
    (song) => song.platform === platform && codeOf(song.id) === code && (song.availableIn?.includes(country) ?? true),
  );

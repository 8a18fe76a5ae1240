import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { fillDurations } from './durations.js';
import { type ShippedPlaylist, type Song } from './song.js';

export interface ShippedCatalogue {
  songs: Song[];
  playlists: ShippedPlaylist[];
}

/** Same depth from `src` and from `dist`. */
const SHIPPED = new URL('../../data/catalogue/', import.meta.url);

/** Reads the shipped rows; trusted without a schema, because checking 52,000 rows would double the start-up time. */
export function readShippedCatalogue(): ShippedCatalogue {
  const songs = readRows<Song>('songs.jsonl.gz');
  fillDurations(songs);
  return { songs, playlists: readRows<ShippedPlaylist>('playlists.jsonl.gz') };
}

function readRows<Row>(file: string): Row[] {
  const text = gunzipSync(readFileSync(fileURLToPath(new URL(file, SHIPPED)))).toString('utf8');
  const rows: Row[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? undefined : end);
    if (line.length > 0) rows.push(JSON.parse(line) as Row);
    start = end === -1 ? text.length : end + 1;
  }
  return rows;
}

import { isAvailable, normaliseIsrc, type Song } from './song.js';

/**
 * Which Apple rows are the twin of a Spotify row, for building demo libraries only: by ISRC, and by standing next to
 * each other in the shipped file. The product never sees this; it has to find the pairs itself.
 */
export class Pairs {
  private readonly neighbours = new Map<string, Song[]>();
  private readonly appleByIsrc = new Map<string, Song[]>();

  constructor(songs: Song[]) {
    let rows: Song[] = [];
    for (const song of songs) {
      if (song.platform === 'spotify') this.neighbours.set(song.id, (rows = []));
      else {
        rows.push(song);
        if (song.isrc !== null) append(this.appleByIsrc, normaliseIsrc(song.isrc), song);
      }
    }
  }

  /** The Apple row a listener of `country` would have, or nothing. `release` picks among several. */
  twin(song: Song, country: string, release = 0): Song | undefined {
    const byCode = song.isrc === null ? [] : (this.appleByIsrc.get(normaliseIsrc(song.isrc)) ?? []);
    const rows = (byCode.length > 0 ? byCode : this.beside(song)).filter((row) => isAvailable(row, country));
    return rows[release % Math.max(1, rows.length)];
  }

  /** The same song under another code, where the two platforms disagree. */
  twinUnderOtherCode(song: Song, country: string): Song | undefined {
    if (song.isrc === null) return undefined;
    const isrc = normaliseIsrc(song.isrc);
    return this.beside(song).find(
      (row) => row.isrc !== null && normaliseIsrc(row.isrc) !== isrc && isAvailable(row, country),
    );
  }

  private beside(song: Song): Song[] {
    return this.neighbours.get(song.id) ?? [];
  }
}

function append(map: Map<string, Song[]>, key: string, song: Song): void {
  const songs = map.get(key);
  if (songs) songs.push(song);
  else map.set(key, [song]);
}

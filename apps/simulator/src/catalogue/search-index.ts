import { type Song } from './song.js';
import { wordsOf } from './text.js';

/** What a free text search asks for; every list holds words as `wordsOf` makes them. */
export interface TextQuery {
  /** Words anywhere in title, artists or album. */
  any: string[];
  title: string[];
  artist: string[];
  album: string[];
}

/** With fewer matching words than this share of a plain query, a song is no hit. Platforms forgive some words, not most. */
const FORGIVING_SHARE = 0.6;

/** Words to rows, built at the first search because most runs never make one. */
export class SearchIndex {
  private readonly rowsByWord = new Map<string, number[]>();

  constructor(private readonly songs: Song[]) {
    songs.forEach((song, row) => {
      for (const word of new Set(wordsOf(searchableText(song)))) {
        const rows = this.rowsByWord.get(word);
        if (rows) rows.push(row);
        else this.rowsByWord.set(word, [row]);
      }
    });
  }

  /**
   * Best first: the fewest asked words missing from title and artists (an album's title may match too, but means less),
   * then titles with the fewest words beside the asked ones.
   */
  search(query: TextQuery): Song[] {
    const words = [...new Set([...query.any, ...query.title, ...query.artist, ...query.album])];
    if (words.length === 0) return [];
    const needed = Math.max(1, Math.ceil(words.length * FORGIVING_SHARE));
    const scored: { song: Song; missing: number; surplus: number; row: number }[] = [];
    for (const [row, matches] of this.countMatches(words)) {
      const song = this.songs[row];
      if (!song || matches < needed || !fitsFilters(song, query)) continue;
      const front = wordsOf(`${song.name} ${song.artists.join(' ')}`);
      const missing = words.filter((word) => !front.includes(word)).length;
      scored.push({ song, missing, surplus: Math.abs(front.length - words.length), row });
    }
    scored.sort((left, right) => left.missing - right.missing || left.surplus - right.surplus || left.row - right.row);
    return scored.map(({ song }) => song);
  }

  private countMatches(words: string[]): Map<number, number> {
    const matchesByRow = new Map<number, number>();
    for (const word of words) {
      for (const row of this.rowsByWord.get(word) ?? []) matchesByRow.set(row, (matchesByRow.get(row) ?? 0) + 1);
    }
    return matchesByRow;
  }
}

const searchableText = (song: Song): string => `${song.name} ${song.artists.join(' ')} ${song.album ?? ''}`;

const fitsFilters = (song: Song, query: TextQuery): boolean =>
  holds(song.name, query.title) && holds(song.artists.join(' '), query.artist) && holds(song.album ?? '', query.album);

function holds(text: string, words: string[]): boolean {
  if (words.length === 0) return true;
  const present = new Set(wordsOf(text));
  return words.every((word) => present.has(word));
}

import { normaliseIsrc, type Song } from '../catalogue/song.js';
import { type Catalogue } from '../catalogue/catalogue.js';
import { wordsOf } from '../catalogue/text.js';

interface ParsedQuery {
  plain: string;
  filters: Map<string, string[]>;
}

/** Takes `name:value` and `name:"two words"` out; an unquoted value of a text filter reaches up to the next filter. */
function parseQuery(query: string): ParsedQuery {
  const filters = new Map<string, string[]>();
  const pattern =
    /\b(isrc|track|artist|album|year|genre|upc|tag):\s*("([^"]*)"|.*?(?=\s+\b(?:isrc|track|artist|album|year|genre|upc|tag):|$))/gi;
  const plain = query.replace(pattern, (_, name: string, value: string, quoted: string | undefined) => {
    const key = name.toLowerCase();
    filters.set(key, [...(filters.get(key) ?? []), (quoted ?? value).trim()]);
    return ' ';
  });
  return { plain, filters };
}

/** All songs a query finds, best first. */
export function searchSongs(catalogue: Catalogue, query: string): Song[] {
  const { plain, filters } = parseQuery(query);
  const isrcs = filters.get('isrc');
  if (isrcs) return searchByIsrc(catalogue, isrcs);
  const texts = (name: string): string[] => (filters.get(name) ?? []).flatMap(wordsOf);
  return catalogue
    .search({ any: wordsOf(plain), title: texts('track'), artist: texts('artist'), album: texts('album') })
    .filter((song) => fitsYear(song, filters.get('year')?.[0]));
}

/**
 * One code finds all its releases; several joined by OR find nothing, as on the real platform (web-api#1310). The code
 * must be spelt as registered: what other spellings do is undocumented, so they find nothing here.
 */
function searchByIsrc(catalogue: Catalogue, isrcs: string[]): Song[] {
  const [isrc] = isrcs;
  if (isrcs.length !== 1 || isrc === undefined || normaliseIsrc(isrc) !== isrc) return [];
  return catalogue.withIsrc(isrc);
}

function fitsYear(song: Song, years: string | undefined): boolean {
  if (years === undefined) return true;
  const [from = '', to = from] = years.split('-');
  const year = song.releaseDate?.slice(0, 4);
  return year !== undefined && year >= from && year <= to;
}

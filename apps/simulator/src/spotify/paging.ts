import { spotifyFailure } from './failures.js';

export interface PageRequest {
  limit: number;
  offset: number;
}

export type SpotifyQuery = Record<string, string | undefined>;

const HIGHEST_OFFSET = 100_000;

/** Reads `limit` and `offset`; out of bounds is an error, never a silent correction. */
export function readPage(
  query: SpotifyQuery,
  { fallback, max, min = 1, maxOffset = HIGHEST_OFFSET }: PageBounds,
): PageRequest {
  const limit = query.limit === undefined ? fallback : Number(query.limit);
  const offset = query.offset === undefined ? 0 : Number(query.offset);
  if (!Number.isInteger(limit) || limit < min || limit > max) throw spotifyFailure(400, 'Invalid limit');
  if (!Number.isInteger(offset) || offset < 0 || offset > maxOffset) throw spotifyFailure(400, 'Invalid offset');
  return { limit, offset };
}

interface PageBounds {
  fallback: number;
  max: number;
  min?: number;
  maxOffset?: number;
}

/** The paging object of the Web API around one page of `rows`; `address` is absolute and carries no limit or offset. */
export function pageOf<Row, Item>(
  rows: Row[],
  { limit, offset }: PageRequest,
  address: string,
  toItem: (row: Row) => Item,
) {
  const at = (start: number): string => `${address}${address.includes('?') ? '&' : '?'}offset=${start}&limit=${limit}`;
  return {
    href: at(offset),
    items: rows.slice(offset, offset + limit).map(toItem),
    limit,
    next: limit > 0 && offset + limit < rows.length ? at(offset + limit) : null,
    offset,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    total: rows.length,
  };
}

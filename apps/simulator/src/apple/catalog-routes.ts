import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { isAvailable, normaliseIsrc, type Song } from '../catalogue/song.js';
import { wordsOf } from '../catalogue/text.js';
import { type AppleContext, type AppleQuery, readNumber } from './context.js';
import { badParameter, RESOURCE_NOT_FOUND } from './failures.js';
import { toCatalogSong } from './song-shape.js';

const ISRC_MAX = 25;
const IDS_MAX = 300;
const SEARCH_DEFAULT = 5;
const SEARCH_MAX = 25;

type InStorefront = { Params: { storefront: string }; Querystring: AppleQuery };

/** `/v1/catalog/{storefront}`: what may be read with the developer token alone. */
export function catalogRoutes(scope: FastifyInstance, context: AppleContext): void {
  scope.get<InStorefront>('/catalog/:storefront/songs', (request) => {
    const storefront = readStorefront(request);
    const { ids, 'filter[isrc]': isrcs } = request.query;
    if (isrcs !== undefined) return songsByIsrc(context, storefront, isrcs);
    if (ids !== undefined) return songsById(context, storefront, ids);
    throw badParameter('ids', 'No ids or filters supplied on the request');
  });

  scope.get<InStorefront & { Params: { id: string } }>('/catalog/:storefront/songs/:id', (request) => {
    const storefront = readStorefront(request);
    const song = context.world.catalogue('apple').find(request.params.id);
    if (!song || !isAvailable(song, storefront)) throw RESOURCE_NOT_FOUND;
    return { data: [toCatalogSong(context, song, storefront)] };
  });

  scope.get<InStorefront>('/catalog/:storefront/search', (request) =>
    search(context, readStorefront(request), request),
  );
}

function readStorefront(request: FastifyRequest<InStorefront>): string {
  const { storefront } = request.params;
  if (!/^[a-z]{2}$/.test(storefront)) throw RESOURCE_NOT_FOUND;
  return storefront;
}

const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * One code may find many songs, in no useful order; which song answers which code is in `meta`. A miss is an empty list
 * there, not a 404. Codes must be spelt as registered, see `Catalogue.withIsrc`.
 */
function songsByIsrc(context: AppleContext, storefront: string, list: string) {
  const isrcs = [...new Set(splitList(list))];
  if (isrcs.length === 0) throw badParameter('filter[isrc]', 'Value must not be empty');
  if (isrcs.length > ISRC_MAX) {
    throw badParameter('filter[isrc]', `At most ${ISRC_MAX} values are allowed, but there were: ${isrcs.length}`);
  }
  const found = new Map(isrcs.map((isrc) => [isrc, available(context, storefront, isrc)]));
  const songs = new Map([...found.values()].flat().map((song) => [song.id, song]));
  const reference = ({ id }: Song) => ({ id, type: 'songs', href: `/v1/catalog/${storefront}/songs/${id}` });
  return {
    data: [...songs.values()]
      .sort((left, right) => left.id.localeCompare(right.id))
      .map((song) => toCatalogSong(context, song, storefront)),
    meta: { filters: { isrc: Object.fromEntries([...found].map(([isrc, hits]) => [isrc, hits.map(reference)])) } },
  };
}

const available = ({ world }: AppleContext, storefront: string, isrc: string): Song[] =>
  normaliseIsrc(isrc) === isrc
    ? world
        .catalogue('apple')
        .withIsrc(isrc)
        .filter((song) => isAvailable(song, storefront))
    : [];

/** Unknown ids, and those of other storefronts, are silently missing. */
function songsById(context: AppleContext, storefront: string, list: string) {
  const ids = [...new Set(splitList(list))];
  if (ids.length > IDS_MAX)
    throw badParameter('ids', `At most ${IDS_MAX} ids are allowed, but there were: ${ids.length}`);
  const songs = ids.flatMap((id) => context.world.catalogue('apple').find(id) ?? []);
  return {
    data: songs.filter((song) => isAvailable(song, storefront)).map((song) => toCatalogSong(context, song, storefront)),
  };
}

function search(context: AppleContext, storefront: string, request: FastifyRequest<InStorefront>) {
  const { term = '', types = '' } = request.query;
  if (term.trim() === '') throw badParameter('term', 'Value must not be empty');
  if (types === '') throw badParameter('types', 'Value must not be empty');
  const limit = readNumber(request.query, 'limit', SEARCH_DEFAULT, SEARCH_MAX);
  const offset = readNumber(request.query, 'offset', 0, Number.MAX_SAFE_INTEGER);
  const hits = types.split(',').includes('songs')
    ? context.world
        .catalogue('apple')
        .search({ any: wordsOf(term), title: [], artist: [], album: [] })
        .filter((song) => isAvailable(song, storefront))
    : [];
  const href = `/v1/catalog/${storefront}/search?term=${encodeURIComponent(term)}&types=songs`;
  const page = hits.slice(offset, offset + limit).map((song) => toCatalogSong(context, song, storefront));
  const next = offset + limit < hits.length ? { next: `${href}&offset=${offset + limit}` } : {};
  // Nothing found: the key is missing, not empty.
  const songs = page.length > 0 ? { songs: { href, data: page, ...next } } : {};
  return { results: songs, meta: { results: { order: Object.keys(songs), rawOrder: Object.keys(songs) } } };
}

import { type FastifyInstance } from 'fastify';
import { derivedId } from '../chance.js';
import { isoSeconds } from '../clock.js';
import { type Listener } from '../listeners/library.js';
import { artPath } from '../pages/art.js';
import { authenticate, isDevelopmentMode, type SpotifyContext } from './context.js';
import { FORBIDDEN, NOT_FOUND, spotifyFailure } from './failures.js';
import { pageOf, readPage, type SpotifyQuery } from './paging.js';
import { searchSongs } from './search.js';
import { coverImages, toTrack, webUrl } from './track-shape.js';
import { readUris } from './uris.js';

const LIBRARY_URIS_MAX = 40;
const SEARCH_TYPES = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'];

type Queried = { Querystring: SpotifyQuery };

/** The listener, the saved songs, single tracks and the search. */
export function libraryRoutes(scope: FastifyInstance, context: SpotifyContext): void {
  scope.get('/me', (request) => {
    const listener = authenticate(context, request);
    const market = { country: listener.country.toUpperCase(), product: 'premium' };
    return {
      account_id: derivedId(22, 'account', listener.id),
      display_name: listener.displayName,
      external_urls: webUrl('user', listener.id),
      href: `${context.apiUrl}/users/${listener.id}`,
      id: listener.id,
      // Nobody with a shelf of nuisances has an avatar: the list is empty then.
      images: listener.playlists.some(({ ghost }) => ghost)
        ? []
        : coverImages(context, artPath(listener.id)).slice(0, 2),
      type: 'user',
      uri: `spotify:user:${listener.id}`,
      ...(isDevelopmentMode(context) || !request.spotifyScopes.includes('user-read-private') ? {} : market),
    };
  });

  scope.get<Queried>('/me/tracks', (request) => {
    const listener = authenticate(context, request, 'user-library-read');
    const page = readPage(request.query, { fallback: 20, max: 50 });
    const market = request.query.market === undefined ? null : listener.country;
    const saved = listener.liked.flatMap((entry) => {
      const song = entry.kind === 'song' ? context.world.catalogue('spotify').find(entry.id) : undefined;
      return song ? [{ song, addedAtMs: entry.addedAtMs }] : [];
    });
    // The key stays `track` here in both dialects: the renaming is about playlists only.
    return pageOf(saved, page, `${context.apiUrl}/me/tracks`, ({ song, addedAtMs }) => ({
      added_at: isoSeconds(addedAtMs),
      track: toTrack(context, song, market),
    }));
  });

  scope.get<{ Params: { id: string } } & Queried>('/tracks/:id', (request) => {
    const listener = authenticate(context, request);
    const song = context.world.catalogue('spotify').find(request.params.id);
    if (!song) throw NOT_FOUND;
    return toTrack(context, song, request.query.market === undefined ? null : listener.country);
  });

  scope.get<Queried>('/tracks', (request) => {
    const listener = authenticate(context, request);
    if (isDevelopmentMode(context)) throw FORBIDDEN;
    const ids = (request.query.ids ?? '').split(',').filter(Boolean);
    if (ids.length === 0 || ids.length > 50) throw spotifyFailure(400, 'Invalid ids');
    const market = request.query.market === undefined ? null : listener.country;
    const found = ids.map((id) => context.world.catalogue('spotify').find(id));
    return { tracks: found.map((song) => (song ? toTrack(context, song, market) : null)) };
  });

  scope.get<Queried>('/search', (request) => {
    const listener = authenticate(context, request);
    const { q = '', type } = request.query;
    const types = (type ?? '').split(',').filter(Boolean);
    if (q.trim() === '') throw spotifyFailure(400, 'No search query');
    if (types.length === 0) throw spotifyFailure(400, 'Missing parameter type');
    if (!types.every((one) => SEARCH_TYPES.includes(one))) throw spotifyFailure(400, 'Bad search type field');
    const bounds = isDevelopmentMode(context) ? { fallback: 5, max: 10 } : { fallback: 20, max: 50 };
    const page = readPage(request.query, { ...bounds, min: 0, maxOffset: 1000 });
    const address = `${context.apiUrl}/search?q=${encodeURIComponent(q)}&type=${encodeURIComponent(types.join(','))}`;
    const songs = types.includes('track') ? searchSongs(context.world.catalogue('spotify'), q) : [];
    // The listener's country always applies to a search, whatever `market` says.
    return Object.fromEntries(
      types.map((one) => [
        `${one}s`,
        pageOf(one === 'track' ? songs : [], page, address, (song) => toTrack(context, song, listener.country)),
      ]),
    );
  });

  for (const method of ['PUT', 'DELETE'] as const) {
    scope.route<Queried>({
      method,
      url: '/me/library',
      handler: (request, reply) => {
        const listener = authenticate(context, request, 'user-library-modify');
        const uris = readUris({ uris: request.query.uris ?? '' }, undefined) ?? [];
        if (uris.length === 0 || uris.length > LIBRARY_URIS_MAX)
          throw spotifyFailure(400, `Between 1 and ${LIBRARY_URIS_MAX} uris are required`);
        for (const uri of uris) changeLibrary(context, listener, method, uri);
        context.world.onChange();
        return reply.code(200).send();
      },
    });
  }
}

function changeLibrary(context: SpotifyContext, listener: Listener, method: 'PUT' | 'DELETE', uri: string): void {
  const [, kind, id] = /^spotify:(track|playlist):(\w+)$/.exec(uri) ?? [];
  if (id === undefined) throw spotifyFailure(400, `Unsupported uri: ${uri}`);
  if (kind === 'playlist' && method === 'DELETE') {
    listener.playlists = listener.playlists.filter((playlist) => playlist.id !== id);
    return;
  }
  if (kind !== 'track' || !context.world.catalogue('spotify').find(id)) throw NOT_FOUND;
  listener.liked = listener.liked.filter((entry) => entry.kind !== 'song' || entry.id !== id);
  if (method === 'PUT') listener.liked.unshift({ kind: 'song', id, addedAtMs: context.world.clock.nowMs() });
}

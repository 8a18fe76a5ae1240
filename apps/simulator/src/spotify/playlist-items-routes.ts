import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { asRead, markChanged, type Entry, type Playlist } from '../listeners/library.js';
import { authenticate, isDevelopmentMode, type SpotifyContext } from './context.js';
import { toPlaylistEntry, uriOf } from './entry-shape.js';
import { FORBIDDEN, spotifyFailure } from './failures.js';
import { applyFields, parseFields } from './fields.js';
import { pageOf, readPage, type SpotifyQuery } from './paging.js';
import { findPlaylist, writablePlaylist, type PlaylistParams } from './playlist-access.js';
import { mayRead } from './playlist-shape.js';
import { PLAYLIST_MAX, readUris, toNewEntries, WRITE_MAX } from './uris.js';

const STRICT_LIMIT = 50;
const LENIENT_LIMIT = 100;

type ItemsRequest = PlaylistParams & { Querystring: SpotifyQuery; Body: unknown };

/** `/playlists/{id}/items`, and its older twin `/tracks`, which development mode refuses. */
export function playlistItemsRoutes(scope: FastifyInstance, context: SpotifyContext): void {
  for (const path of ['items', 'tracks'] as const) {
    const guard = (request: FastifyRequest): void => {
      if (path === 'items' || !isDevelopmentMode(context)) return;
      authenticate(context, request);
      throw FORBIDDEN;
    };
    const url = `/playlists/:id/${path}`;
    scope.get<ItemsRequest>(url, (request) => (guard(request), readItems(context, request, path)));
    scope.post<ItemsRequest>(url, (request, reply) => {
      guard(request);
      return reply.code(201).send(addItems(context, request));
    });
    scope.put<ItemsRequest>(url, (request) => (guard(request), replaceOrReorder(context, request)));
    scope.delete<ItemsRequest>(url, (request) => (guard(request), removeItems(context, request, path)));
  }
}

function readItems(context: SpotifyContext, request: FastifyRequest<ItemsRequest>, path: 'items' | 'tracks'): unknown {
  const listener = authenticate(context, request, 'playlist-read-private');
  const playlist = asRead(findPlaylist(context, listener, request.params.id), context.world.clock.nowMs());
  if (!mayRead(context, listener, playlist)) throw FORBIDDEN;
  const { query } = request;
  const isLenient = path === 'tracks' || context.world.controls.switches.spotifyLenientLimit;
  const page = readPage(query, { fallback: 20, max: isLenient ? LENIENT_LIMIT : STRICT_LIMIT });
  const view = {
    market: query.market === undefined ? null : listener.country,
    episodes: (query.additional_types ?? '').split(',').includes('episode'),
  };
  const address = `${context.apiUrl}/playlists/${playlist.id}/${path}`;
  const answer = pageOf(playlist.entries, page, address, (entry) => toPlaylistEntry(context, playlist, entry, view));
  return query.fields === undefined ? answer : applyFields(answer, parseFields(query.fields));
}

function addItems(context: SpotifyContext, request: FastifyRequest<ItemsRequest>) {
  const { playlist } = writablePlaylist(context, request);
  const uris = readUris(request.query, request.body);
  if (!uris || uris.length === 0) throw spotifyFailure(400, 'No uris provided');
  const entries = toNewEntries(context, uris, playlist.entries);
  if (playlist.entries.length + entries.length > PLAYLIST_MAX) throw spotifyFailure(403, 'Playlist size limit reached');
  const position = readPosition(request, playlist);
  return save(context, playlist, playlist.entries.toSpliced(position, 0, ...entries));
}

function readPosition(request: FastifyRequest<ItemsRequest>, playlist: Playlist): number {
  const given = request.query.position ?? readField(request.body, 'position');
  if (given === undefined) return playlist.entries.length;
  const position = Number(given);
  if (!Number.isInteger(position) || position < 0 || position > playlist.entries.length) {
    throw spotifyFailure(400, 'Index out of bounds.');
  }
  return position;
}

/** All copies go, wherever they are: `positions` is ignored, and `snapshot_id` is no condition. */
function removeItems(context: SpotifyContext, request: FastifyRequest<ItemsRequest>, path: 'items' | 'tracks') {
  const { playlist } = writablePlaylist(context, request);
  const items = readField(request.body, path);
  if (!Array.isArray(items)) throw spotifyFailure(400, `Missing required field: ${path}`);
  if (items.length > WRITE_MAX)
    throw spotifyFailure(400, `You can remove a maximum of ${WRITE_MAX} tracks per request`);
  const doomed = new Set(items.map((item) => readField(item, 'uri')));
  if ([...doomed].some((uri) => typeof uri !== 'string' || !uri.startsWith('spotify:')))
    throw spotifyFailure(400, 'Invalid track uri');
  const kept = playlist.entries.filter((entry) => !doomed.has(uriOf(entry) ?? undefined));
  if (kept.length === playlist.entries.length) return { snapshot_id: playlist.snapshots.at(-1)?.id };
  return save(context, playlist, kept);
}

function replaceOrReorder(context: SpotifyContext, request: FastifyRequest<ItemsRequest>) {
  const { playlist } = writablePlaylist(context, request);
  const uris = readUris(request.query, request.body);
  const rangeStart = readField(request.body, 'range_start');
  if (uris && rangeStart !== undefined) throw spotifyFailure(400, 'Replace and reorder cannot be applied together.');
  if (uris) return save(context, playlist, toNewEntries(context, uris, playlist.entries));
  return save(context, playlist, reorder(playlist.entries, request.body));
}

function reorder(entries: Entry[], body: unknown): Entry[] {
  const start = Number(readField(body, 'range_start'));
  const before = Number(readField(body, 'insert_before'));
  const length = Number(readField(body, 'range_length') ?? 1);
  const isPlace = (place: number, last: number): boolean => Number.isInteger(place) && place >= 0 && place <= last;
  if (
    !isPlace(start, entries.length - 1) ||
    !isPlace(before, entries.length) ||
    !isPlace(length, entries.length - start)
  ) {
    throw spotifyFailure(400, 'Missing or invalid range_start, insert_before or range_length');
  }
  const moved = entries.slice(start, start + length);
  const rest = entries.toSpliced(start, length);
  return rest.toSpliced(before > start ? Math.max(start, before - length) : before, 0, ...moved);
}

function save({ world }: SpotifyContext, playlist: Playlist, entries: Entry[]) {
  playlist.entries = entries;
  const snapshotId = markChanged(playlist, world.clock.nowMs());
  world.onChange();
  return { snapshot_id: snapshotId };
}

function readField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

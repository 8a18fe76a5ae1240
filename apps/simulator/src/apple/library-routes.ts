import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { asRead, type Entry, type Listener, makePlaylist, type Playlist, showLate } from '../listeners/library.js';
import { type AppleContext, type AppleQuery, authenticate, readNumber } from './context.js';
import {
  badBody,
  NO_RELATED_TRACKS,
  NOT_EDITABLE_403,
  NOT_EDITABLE_500,
  RESOURCE_NOT_FOUND,
  UNAUTHORIZED,
} from './failures.js';
import { readCreateForm, readTrackList } from './library-forms.js';
import { toNewEntries } from './new-entries.js';
import { toLibraryPlaylist } from './playlist-shape.js';
import { toLibrarySong } from './song-shape.js';
import { storefrontResource } from './storefronts.js';

const LIST_DEFAULT = 25;
const TRACKS_DEFAULT = 100;
const PAGE_MAX = 100;
const PLAYLISTS = '/me/library/playlists';

type Queried = { Querystring: AppleQuery };
type OnePlaylist = { Params: { id: string } } & Queried;

/** Everything behind `/v1/me`. */
export function libraryRoutes(scope: FastifyInstance, context: AppleContext): void {
  scope.get('/me/storefront', (request) => ({
    data: [storefrontResource(authenticate(context, request).country)],
  }));

  scope.get<Queried>(PLAYLISTS, (request) => {
    const listener = authenticate(context, request);
    const limit = readNumber(request.query, 'limit', LIST_DEFAULT, PAGE_MAX);
    const offset = readNumber(request.query, 'offset', 0, Number.MAX_SAFE_INTEGER);
    const listed = listedPlaylists(context, listener);
    return {
      ...nextPage(PLAYLISTS, offset + limit, listed.length),
      data: listed.slice(offset, offset + limit).map((playlist) => toLibraryPlaylist(context, playlist)),
      meta: { total: listed.length },
    };
  });

  scope.post(PLAYLISTS, (request, reply) => createPlaylist(context, request, reply));

  scope.get<OnePlaylist>(`${PLAYLISTS}/:id`, (request) => {
    const listener = authenticate(context, request);
    const playlist = asRead(findPlaylist(listener, request.params.id), context.world.clock.nowMs());
    const resource = toLibraryPlaylist(context, playlist);
    if (!includes(request.query, 'tracks')) return { data: [resource] };
    const href = `${resource.href}/tracks`;
    const tracks = {
      ...nextPage(href.replace(/^\/v1/, ''), TRACKS_DEFAULT, playlist.entries.length),
      href,
      data: playlist.entries.slice(0, TRACKS_DEFAULT).map((entry) => toLibrarySong(context, listener, entry, false)),
      meta: { total: playlist.entries.length },
    };
    return { data: [{ ...resource, relationships: { tracks } }] };
  });

  scope.get<OnePlaylist>(`${PLAYLISTS}/:id/tracks`, (request) => listTracks(context, request));
  scope.post<OnePlaylist>(`${PLAYLISTS}/:id/tracks`, (request, reply) => appendTracks(context, request, reply));

  // Removing, reordering and renaming are not in Apple's documented API; its host answers 401 although the tokens are
  // good. https://developer.apple.com/forums/thread/707609
  for (const url of [`${PLAYLISTS}/:id`, `${PLAYLISTS}/:id/tracks`]) {
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE'],
      url,
      handler: () => {
        throw UNAUTHORIZED;
      },
    });
  }
}

const includes = (query: AppleQuery, relation: string): boolean => (query.include ?? '').split(',').includes(relation);

/** Apple's `next` keeps the offset and forgets limit and include. */
const nextPage = (path: string, offset: number, total: number): { next?: string } =>
  offset < total ? { next: `/v1${path}?offset=${offset}` } : {};

/** A created playlist is readable by id at once, but may be missing from the list for a while. */
function listedPlaylists({ world }: AppleContext, listener: Listener): Playlist[] {
  const lagMs = world.controls.switches.appleListLagSeconds * 1000;
  if (lagMs === 0) return listener.playlists;
  return listener.playlists.filter(({ createdAtMs }) => createdAtMs + lagMs <= world.clock.nowMs());
}

function findPlaylist(listener: Listener, id: string): Playlist {
  const playlist = listener.playlists.find((candidate) => candidate.id === id);
  if (!playlist || playlist.ghost) throw RESOURCE_NOT_FOUND;
  return playlist;
}

function listTracks(context: AppleContext, request: FastifyRequest<OnePlaylist>) {
  const listener = authenticate(context, request);
  const { entries, id } = asRead(findPlaylist(listener, request.params.id), context.world.clock.nowMs());
  const limit = readNumber(request.query, 'limit', TRACKS_DEFAULT, PAGE_MAX);
  const offset = readNumber(request.query, 'offset', 0, Number.MAX_SAFE_INTEGER);
  // An empty playlist and a page past the end are the same to Apple: an error.
  if (offset >= entries.length) throw NO_RELATED_TRACKS;
  const withCatalog = includes(request.query, 'catalog');
  return {
    ...nextPage(`${PLAYLISTS}/${id}/tracks`, offset + limit, entries.length),
    data: entries.slice(offset, offset + limit).map((entry) => toLibrarySong(context, listener, entry, withCatalog)),
    meta: { total: entries.length },
  };
}

function createPlaylist(context: AppleContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const listener = authenticate(context, request);
  const form = readCreateForm(request.body);
  if (!form) throw badBody('attributes.name is required');
  const { clock, chance } = context.world;
  const entries: Entry[] = toNewEntries(context, listener, form.tracks);
  const playlist = makePlaylist(
    'apple',
    { name: form.name, description: form.description, public: form.isPublic, ownerId: listener.id, entries },
    clock.nowMs(),
    chance,
  );
  listener.playlists.push(playlist);
  context.world.onChange();
  return reply.code(201).send({ data: [toLibraryPlaylist(context, playlist)] });
}

function appendTracks(context: AppleContext, request: FastifyRequest<OnePlaylist>, reply: FastifyReply): FastifyReply {
  const listener = authenticate(context, request);
  const playlist = findPlaylist(listener, request.params.id);
  if (!playlist.editable) {
    throw context.world.controls.switches.appleReadOnlyStatus === 403 ? NOT_EDITABLE_403 : NOT_EDITABLE_500;
  }
  const tracks = readTrackList(request.body);
  if (!tracks) throw badBody('data must be a list of resources');
  if (request.fault?.late !== undefined) showLate(playlist, request.fault.late, context.world.clock.nowMs());
  playlist.entries = [...playlist.entries, ...toNewEntries(context, listener, tracks)];
  playlist.changedAtMs = context.world.clock.nowMs();
  context.world.onChange();
  return reply.code(204).send();
}

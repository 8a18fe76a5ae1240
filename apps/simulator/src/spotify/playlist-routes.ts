import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asRead, makePlaylist, markChanged, type Listener } from '../listeners/library.js';
import { authenticate, isDevelopmentMode, requireScope, type SpotifyContext } from './context.js';
import { FORBIDDEN, spotifyFailure } from './failures.js';
import { applyFields, parseFields } from './fields.js';
import { pageOf, readPage, type SpotifyQuery } from './paging.js';
import { findPlaylist, writablePlaylist, type PlaylistParams } from './playlist-access.js';
import { playlistImages, toFullPlaylist, toSimplifiedPlaylist } from './playlist-shape.js';

const NAME_MAX = 100;
const DESCRIPTION_MAX = 300;

const Details = z.object({
  name: z.string().min(1).max(NAME_MAX).optional(),
  public: z.boolean().nullish(),
  collaborative: z.boolean().optional(),
  description: z
    .string()
    .max(DESCRIPTION_MAX)
    .regex(/^[^\n\r]*$/)
    .nullish(),
});

type Queried = { Querystring: SpotifyQuery };

/** Playlists themselves: list, read, create, rename, cover. */
export function playlistRoutes(scope: FastifyInstance, context: SpotifyContext): void {
  scope.get<Queried>('/me/playlists', (request) => {
    const listener = authenticate(context, request, 'playlist-read-private');
    return listPlaylists(context, listener, request);
  });
  scope.post('/me/playlists', (request, reply) => create(context, request, reply, authenticate(context, request)));

  scope.get<PlaylistParams & Queried>('/playlists/:id', (request) => {
    const listener = authenticate(context, request);
    const playlist = asRead(findPlaylist(context, listener, request.params.id), context.world.clock.nowMs());
    if (playlist.ownerId === listener.id && !playlist.public)
      requireScope(request.spotifyScopes, 'playlist-read-private');
    const { query } = request;
    const answer = toFullPlaylist(context, listener, playlist, {
      market: query.market === undefined ? null : listener.country,
      episodes: (query.additional_types ?? '').split(',').includes('episode'),
    });
    return query.fields === undefined ? answer : applyFields(answer, parseFields(query.fields));
  });

  scope.put<PlaylistParams>('/playlists/:id', (request, reply) => {
    const { playlist } = writablePlaylist(context, request);
    const details = readDetails(request.body);
    playlist.name = details.name ?? playlist.name;
    playlist.description = details.description ?? playlist.description;
    playlist.public = details.public ?? playlist.public;
    playlist.collaborative = details.collaborative ?? playlist.collaborative;
    markChanged(playlist, context.world.clock.nowMs());
    context.world.onChange();
    return reply.code(200).send();
  });

  scope.get<PlaylistParams>('/playlists/:id/images', (request) => {
    const listener = authenticate(context, request);
    return playlistImages(context, findPlaylist(context, listener, request.params.id)) ?? [];
  });

  scope.put<PlaylistParams>('/playlists/:id/images', (request, reply) => {
    const { playlist } = writablePlaylist(context, request);
    requireScope(request.spotifyScopes, 'ugc-image-upload');
    playlist.hasCover = true;
    markChanged(playlist, context.world.clock.nowMs());
    context.world.onChange();
    return reply.code(202).send();
  });

  usersRoutes(scope, context);
}

/** Gone for development mode since February 2026; extended quota keeps them. */
function usersRoutes(scope: FastifyInstance, context: SpotifyContext): void {
  const self = (request: FastifyRequest<PlaylistParams>): Listener => {
    const listener = authenticate(context, request);
    if (isDevelopmentMode(context) || request.params.id !== listener.id) throw FORBIDDEN;
    return listener;
  };
  scope.get<PlaylistParams & Queried>('/users/:id/playlists', (request) =>
    listPlaylists(context, self(request), request),
  );
  scope.post<PlaylistParams>('/users/:id/playlists', (request, reply) =>
    create(context, request, reply, self(request)),
  );
}

function listPlaylists(context: SpotifyContext, listener: Listener, request: FastifyRequest<Queried>) {
  const seesCollaborative = request.spotifyScopes.includes('playlist-read-collaborative');
  const listed = listener.playlists.filter(({ collaborative }) => !collaborative || seesCollaborative);
  const page = readPage(request.query, { fallback: 20, max: 50 });
  return pageOf(listed, page, `${context.apiUrl}/me/playlists`, (playlist) =>
    // Playlists made by Spotify come as null to apps that may not see them.
    playlist.ghost ? null : toSimplifiedPlaylist(context, asRead(playlist, context.world.clock.nowMs())),
  );
}

function create(
  context: SpotifyContext,
  request: FastifyRequest,
  reply: FastifyReply,
  listener: Listener,
): FastifyReply {
  const details = readDetails(request.body);
  if (details.name === undefined) throw spotifyFailure(400, 'Missing required field: name');
  const isPublic = details.public ?? true;
  const isCollaborative = details.collaborative ?? false;
  if (isCollaborative && isPublic) throw spotifyFailure(400, 'Collaborative playlists can only be private');
  if (isPublic || isCollaborative) requireScope(request.spotifyScopes, 'playlist-modify-public');
  if (!isPublic) requireScope(request.spotifyScopes, 'playlist-modify-private');
  const { clock, chance } = context.world;
  const playlist = makePlaylist(
    'spotify',
    {
      name: details.name,
      description: details.description ?? '',
      public: isPublic,
      collaborative: isCollaborative,
      ownerId: listener.id,
      entries: [],
    },
    clock.nowMs(),
    chance,
  );
  listener.playlists.unshift(playlist);
  context.world.onChange();
  return reply.code(201).send(toFullPlaylist(context, listener, playlist, { market: null, episodes: false }));
}

function readDetails(body: unknown): z.infer<typeof Details> {
  const details = Details.safeParse(body ?? {});
  if (!details.success) throw spotifyFailure(400, `Invalid ${details.error.issues[0]?.path.join('.') || 'body'}`);
  return details.data;
}

import { type FastifyRequest } from 'fastify';
import { type Listener, type Playlist, showLate } from '../listeners/library.js';
import { authenticate, requireScope, type SpotifyContext } from './context.js';
import { NOT_FOUND, spotifyFailure } from './failures.js';

export type PlaylistParams = { Params: { id: string } };

/** Private playlists of other people look as if they did not exist. */
export function findPlaylist({ world }: SpotifyContext, listener: Listener, id: string): Playlist {
  const own = listener.playlists.find((playlist) => playlist.id === id);
  const playlist = own ?? world.anyPlaylist('spotify', id);
  const isVisible =
    playlist !== undefined && !playlist.ghost && (own !== undefined || playlist.public || playlist.collaborative);
  if (!isVisible) throw NOT_FOUND;
  return playlist;
}

/** The playlist a write goes to, after everything that can forbid the write. */
export function writablePlaylist(
  context: SpotifyContext,
  request: FastifyRequest<PlaylistParams>,
): { listener: Listener; playlist: Playlist } {
  const listener = authenticate(context, request);
  const playlist = findPlaylist(context, listener, request.params.id);
  if (playlist.ownerId !== listener.id && !playlist.collaborative) {
    throw spotifyFailure(403, 'You cannot edit a playlist you do not own.');
  }
  // Collaborative playlists count as private.
  requireScope(
    request.spotifyScopes,
    playlist.public && !playlist.collaborative ? 'playlist-modify-public' : 'playlist-modify-private',
  );
  if (request.fault?.late !== undefined) showLate(playlist, request.fault.late, context.world.clock.nowMs());
  return { listener, playlist };
}

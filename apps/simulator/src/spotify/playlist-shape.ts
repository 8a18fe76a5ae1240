import { type Listener, type Playlist } from '../listeners/library.js';
import { STRANGER_ID } from '../listeners/listener-form.js';
import { artPath } from '../pages/art.js';
import { isDevelopmentMode, type SpotifyContext } from './context.js';
import { toPlaylistEntry, type EntryView } from './entry-shape.js';
import { pageOf } from './paging.js';
import { coverImages, webUrl } from './track-shape.js';

/** Entries in the first page inside a full playlist object. */
const EMBEDDED_PAGE = 100;

/** The platform stores descriptions as HTML-escaped text. */
const escapeDescription = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('/', '&#x2F;');

/** Readers may see the snapshot from before a write for a while; see `spotifySnapshotLagSeconds`. */
function visibleSnapshot({ world }: SpotifyContext, playlist: Playlist): string {
  const horizonMs = world.clock.nowMs() - world.controls.switches.spotifySnapshotLagSeconds * 1000;
  const settled = playlist.snapshots.filter(({ atMs }) => atMs <= horizonMs).at(-1) ?? playlist.snapshots[0];
  return settled?.id ?? '';
}

/** What an own cover or a mosaic of the songs' covers looks like; null without either, not an empty list. */
export function playlistImages(context: SpotifyContext, playlist: Playlist) {
  const hasSongs = playlist.entries.some(({ kind }) => kind === 'song');
  if (!playlist.hasCover || !hasSongs) return null;
  const isMosaic = playlist.entries.length > 3;
  return isMosaic
    ? coverImages(context, artPath(playlist.id))
    : [{ url: `${context.baseUrl}${artPath(playlist.id)}`, height: null, width: null }];
}

function common(context: SpotifyContext, playlist: Playlist) {
  const owner = context.world.listener('spotify', playlist.ownerId);
  return {
    collaborative: playlist.collaborative,
    description: playlist.description === null ? null : escapeDescription(playlist.description),
    external_urls: webUrl('playlist', playlist.id),
    href: `${context.apiUrl}/playlists/${playlist.id}`,
    id: playlist.id,
    images: playlistImages(context, playlist),
    name: playlist.name,
    owner: {
      display_name: playlist.ownerId === STRANGER_ID ? 'Somebody Else' : (owner?.displayName ?? null),
      external_urls: webUrl('user', playlist.ownerId),
      href: `${context.apiUrl}/users/${playlist.ownerId}`,
      id: playlist.ownerId,
      type: 'user',
      uri: `spotify:user:${playlist.ownerId}`,
    },
    public: playlist.public,
    snapshot_id: visibleSnapshot(context, playlist),
    type: 'playlist',
    uri: `spotify:playlist:${playlist.id}`,
  };
}

/** Where the entries hang: `items` in development mode, `tracks` with extended quota. */
const containerKey = (context: SpotifyContext): 'items' | 'tracks' => (isDevelopmentMode(context) ? 'items' : 'tracks');

const entriesUrl = (context: SpotifyContext, playlist: Playlist): string =>
  `${context.apiUrl}/playlists/${playlist.id}/${containerKey(context)}`;

export const toSimplifiedPlaylist = (context: SpotifyContext, playlist: Playlist) => ({
  ...common(context, playlist),
  [containerKey(context)]: { href: entriesUrl(context, playlist), total: playlist.entries.length },
});

/** Owner or collaborator. Others may see in extended mode only. */
export const mayRead = (context: SpotifyContext, listener: Listener, playlist: Playlist): boolean =>
  playlist.ownerId === listener.id || playlist.collaborative || !isDevelopmentMode(context);

/** With the first page of entries, or metadata alone when the reader may not see inside. */
export function toFullPlaylist(context: SpotifyContext, listener: Listener, playlist: Playlist, view: EntryView) {
  if (!mayRead(context, listener, playlist)) return common(context, playlist);
  const page = pageOf(playlist.entries, { limit: EMBEDDED_PAGE, offset: 0 }, entriesUrl(context, playlist), (entry) =>
    toPlaylistEntry(context, playlist, entry, view),
  );
  const followers = isDevelopmentMode(context) ? {} : { followers: { href: null, total: 0 } };
  return { ...common(context, playlist), ...followers, [containerKey(context)]: page };
}

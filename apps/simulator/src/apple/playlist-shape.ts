import { isoSeconds } from '../clock.js';
import { derivedId } from '../chance.js';
import { type Playlist } from '../listeners/library.js';
import { artPath } from '../pages/art.js';
import { type AppleContext } from './context.js';

/**
 * A library playlist: no track count, no owner, no snapshot. The artwork of a playlist is a ready address without size,
 * unlike a song's.
 */
export const toLibraryPlaylist = (context: AppleContext, playlist: Playlist) => ({
  id: playlist.id,
  type: 'library-playlists',
  href: `/v1/me/library/playlists/${playlist.id}`,
  attributes: {
    // A deleted playlist stays listed for minutes, without its name.
    ...(playlist.ghost ? {} : { name: playlist.name }),
    canEdit: playlist.editable && !playlist.ghost,
    hasCatalog: playlist.public,
    isPublic: playlist.public,
    dateAdded: isoSeconds(playlist.createdAtMs),
    lastModifiedDate: isoSeconds(playlist.changedAtMs),
    ...(playlist.description === null ? {} : { description: { standard: playlist.description } }),
    ...(playlist.hasCover && playlist.entries.length > 0 ? { artwork: artworkOf(context, playlist) } : {}),
    playParams: {
      id: playlist.id,
      kind: 'playlist',
      isLibrary: true,
      ...(playlist.public ? { globalId: `pl.u-${derivedId(14, playlist.id)}` } : {}),
    },
  },
});

const artworkOf = (context: AppleContext, playlist: Playlist) => ({
  url: `${context.baseUrl}${artPath(playlist.id)}/600x600bb.png`,
  width: null,
  height: null,
});

import { PLATFORMS, type Playlist } from '@segue/contracts';
import { CARD_COVER } from '../cover-edges.js';
import { playlistNameOf, textOf } from '../foreign-values.js';
import type { ApplePlaylist } from './apple-shapes.js';
import { artworkUrlOf } from './artwork.js';

/** null for what Apple keeps listing for minutes after it was deleted: an entry without a name. */
export function toPlaylist(playlist: ApplePlaylist): Playlist | null {
  const { id, attributes } = playlist;
  if (!attributes?.name) return null;
  // Apple lets an app change the playlists it made; it says so in `canEdit`.
  const editable = attributes.canEdit === true;
  return {
    id,
    name: playlistNameOf(attributes.name),
    description: textOf(attributes.description?.standard),
    image_url: artworkUrlOf(attributes.artwork, CARD_COVER),
    // Apple's list has no counts; each costs a call of its own.
    track_count: null,
    owner: PLATFORMS.apple.name,
    platform: 'apple',
    url: `https://music.apple.com/library/playlist/${encodeURIComponent(id)}`,
    readable: true,
    editable,
    restriction: editable ? null : 'not-editable',
  };
}

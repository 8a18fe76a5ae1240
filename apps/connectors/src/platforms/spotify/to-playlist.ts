import type { Playlist } from '@segue/contracts';
import { CARD_COVER } from '../cover-edges.js';
import { playlistNameOf, textOf, urlOf } from '../foreign-values.js';
import { coverOf } from './cover.js';
import { decodeHtmlEntities } from './html-entities.js';
import type { SpotifyPlaylist } from './spotify-shapes.js';

const SPOTIFYS_OWN_ACCOUNT = 'spotify';

/** Apps in development mode read the tracks of playlists only that the member owns or works on together. */
export type QuotaMode = 'development' | 'extended';

/** @param memberId `id` (not `account_id`) of the member: owners are named by it. */
export function toPlaylist(playlist: SpotifyPlaylist, memberId: string | null, quotaMode: QuotaMode): Playlist {
  const own = playlist.owner.id === memberId || playlist.collaborative === true;
  return {
    id: playlist.id,
    name: playlistNameOf(playlist.name),
    description: decodeHtmlEntities(textOf(playlist.description)),
    image_url: coverOf(playlist.images, CARD_COVER),
    track_count: (playlist.items ?? playlist.tracks)?.total ?? null,
    owner: textOf(playlist.owner.display_name || playlist.owner.id),
    platform: 'spotify',
    url: urlOf(playlist.external_urls?.spotify),
    readable: own || quotaMode === 'extended',
    editable: own,
    restriction: own ? null : playlist.owner.id === SPOTIFYS_OWN_ACCOUNT ? 'platform-made' : 'not-owner',
  };
}

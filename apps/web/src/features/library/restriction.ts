import { type Playlist, PLATFORMS } from '@segue/contracts';

/** Why a playlist cannot be read or changed by us, in a sentence; null when it can. */
export function restrictionOf(playlist: Playlist): string | null {
  if (playlist.readable && playlist.editable) return null;
  const { name } = PLATFORMS[playlist.platform];
  if (!playlist.readable) {
    return playlist.restriction === 'platform-made'
      ? `${name} does not let other apps read playlists it made itself.`
      : `${name} only lets us read playlists that are your own.`;
  }
  switch (playlist.restriction) {
    case 'not-owner':
      return 'Read-only: it belongs to somebody else.';
    case 'platform-made':
      return `Read-only: ${name} made this playlist.`;
    default:
      return `Read-only: ${name} lets apps change only playlists they made.`;
  }
}

import type { RequestedTrack, Track } from '@segue/contracts';

type Named = Pick<Track, 'isrc' | 'name' | 'album' | 'durationMs' | 'explicit' | 'kind'>;
type Rest = Pick<RequestedTrack, 'artist' | 'artists' | 'position'>;

/** What the server needs to tell tracks apart: covers and links stay here. */
export function slim<Id extends string | undefined>(track: Named & Rest & { id?: Id }) {
  const { isrc, name, artist, artists, album, durationMs, explicit, position, kind } = track;
  return {
    id: track.id as Id,
    isrc,
    name,
    artist: artist ?? artists?.join(', ') ?? '',
    artists: artists ?? [],
    album,
    durationMs,
    explicit,
    kind,
    ...(position !== undefined && { position }),
  };
}

import type { Playlist } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { plural } from '../../lib/text.js';
import { trackCountQuery } from './api.js';

/** The count of a playlist; asked for only when it is not known and somebody looks. */
export function TrackCount({ playlist, near }: { playlist: Playlist; near: boolean }) {
  const asked = useQuery({
    ...trackCountQuery(playlist.platform, playlist.id),
    enabled: near && playlist.track_count === null && playlist.readable,
  });
  const count = playlist.track_count ?? asked.data;
  return count === undefined ? unknownCount(playlist, asked.isError) : plural(count, 'track');
}

const unknownCount = (playlist: Playlist, failed: boolean) =>
  failed || !playlist.readable ? 'Track count unknown' : 'Loading...';

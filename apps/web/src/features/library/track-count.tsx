import type { Playlist } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { plural } from '../../lib/text.js';
import { useVisible } from '../../lib/use-visible.js';
import { trackCountQuery } from './api.js';

/** The count of a playlist; asked for only when it is not known and somebody looks. */
export function TrackCount({ playlist }: { playlist: Playlist }) {
  const place = useRef<HTMLSpanElement>(null);
  const visible = useVisible(place);
  const asked = useQuery({
    ...trackCountQuery(playlist.platform, playlist.id),
    enabled: visible && playlist.track_count === null && playlist.readable,
  });
  const count = playlist.track_count ?? asked.data;
  return (
    <span ref={place}>{count === undefined ? unknownCount(playlist, asked.isError) : plural(count, 'track')}</span>
  );
}

const unknownCount = (playlist: Playlist, failed: boolean) =>
  failed || !playlist.readable ? 'Track count unknown' : 'Loading...';

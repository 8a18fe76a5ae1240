import type { Recording, Track } from '@segue/contracts';
import { type MatchableTrack, matchPlaylists } from '@segue/matching';
import { trackToMatchable } from '../compare/to-matchable.js';
import type { OperationItem } from '../ledger/operation.entity.js';

/** A song that may have been written, as the catalogue knows it. */
export type Sought = MatchableTrack & { ids: readonly string[] };

export const soughtRecording = (recording: Recording): Sought => ({
  ids: [recording.id],
  isrc: recording.isrc,
  name: recording.name,
  artists: recording.artists,
  album: recording.album || null,
  durationMs: recording.durationMs,
  explicit: recording.explicit,
});

export const soughtItem = (item: OperationItem): Sought => ({
  ids: item.targetId === null ? [] : [item.targetId],
  isrc: item.targetIsrc ?? item.sourceIsrc,
  name: item.sourceName,
  artists: [item.sourceArtist],
  album: null,
  durationMs: null,
  explicit: null,
});

/**
 * Which of the sought songs stand in the playlist behind its first `size` entries, copy by copy. Ids alone do not tell:
 * Apple Music gives a song in a playlist another id than in its catalogue. A row that another write is known to have put
 * there (`claimed`) explains none of them.
 * @param tracks the whole playlist as it stands now.
 */
export function standAmong(
  sought: readonly Sought[],
  tracks: readonly Track[],
  size: number,
  claimed: readonly Sought[],
): Set<Sought> {
  // A playlist that shrank since tells nothing by its places: then every row counts.
  const rows = tracks.length < size ? tracks : tracks.slice(size);
  const { pairs } = matchPlaylists([...claimed, ...sought], rows.map(toSought));
  const found = pairs.flatMap(({ sourceIndex }) => sought[sourceIndex - claimed.length] ?? []);
  return new Set(found);
}

const toSought = (track: Track): Sought => ({ ids: [track.id], ...trackToMatchable(track) });

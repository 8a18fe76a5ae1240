import type { check, RequestedTrack, ResponseOf, Track } from '@segue/contracts';
import { matchPlaylists } from '@segue/matching';
import { requestedToMatchable, trackToMatchable } from './to-matchable.js';

export type Comparison = Pick<ResponseOf<typeof check>, 'sourceOnly' | 'targetOnly' | 'matchedTracks'>;

/** What two playlists have in common. Only songs can pair; local files, episodes and gaps stay on their side. */
export function comparePlaylists(source: readonly RequestedTrack[], target: readonly Track[]): Comparison {
  const sourceSongs = indexesOfSongs(source);
  const targetSongs = indexesOfSongs(target);
  const { pairs } = matchPlaylists(
    sourceSongs.map((index) => requestedToMatchable(source[index] as RequestedTrack)),
    targetSongs.map((index) => trackToMatchable(target[index] as Track)),
  );
  const matchedTracks = pairs.map(({ sourceIndex, targetIndex, tier, evidence }) => {
    const sourcePosition = sourceSongs[sourceIndex] as number;
    const targetPosition = targetSongs[targetIndex] as number;
    return {
      sourceTrackId: source[sourcePosition]?.id ?? null,
      targetTrackId: target[targetPosition]?.id ?? '',
      sourcePosition,
      targetPosition,
      matchType: tier <= 1 ? ('isrc' as const) : ('fallback' as const),
      evidence,
    };
  });
  const pairedSources = new Set(matchedTracks.map(({ sourcePosition }) => sourcePosition));
  const pairedTargets = new Set(matchedTracks.map(({ targetPosition }) => targetPosition));
  return {
    matchedTracks,
    sourceOnly: source.flatMap((track, position) => (pairedSources.has(position) ? [] : [{ ...track, position }])),
    targetOnly: target.filter((_, position) => !pairedTargets.has(position)),
  };
}

const indexesOfSongs = (tracks: ReadonlyArray<{ kind: string }>): number[] =>
  tracks.flatMap(({ kind }, index) => (kind === 'song' ? [index] : []));

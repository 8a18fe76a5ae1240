import { counterpartOf, type Playlist, PLATFORMS, type Track } from '@segue/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { checkQuery, compareWith, type SourceOnlyTrack } from './api.js';
import { compare } from './comparison.js';
import { countChips } from './chips.js';
import { failedLookup, forgetFailed } from './failed-tracks.js';
import { readIgnored, writeIgnored } from './ignored-extras.js';
import { useAvailability } from './use-availability.js';

const NONE: readonly SourceOnlyTrack[] = [];

/** Everything the compare screen shows about a source whose tracks are known. */
export function useComparison(source: Playlist, tracks: readonly Track[], readAtMs: number) {
  const target = counterpartOf(source.platform);
  const query = checkQuery(target, source, tracks, readAtMs);
  const check = useQuery(query);
  const answer = check.data;
  const queryClient = useQueryClient();
  const choice = useMutation({
    mutationFn: (chosenId: string) => compareWith(target, source, tracks, { chosenId }),
    onSuccess: (chosen) => queryClient.setQueryData(query.queryKey, chosen),
  });
  // Read again whenever something was added or forgotten.
  const [failedVersion, setFailedVersion] = useState(0);
  const hasFailedBefore = useMemo(() => {
    void failedVersion;
    return failedLookup(target);
  }, [target, failedVersion]);

  const songs = useMemo(
    () => answer?.sourceOnly.filter((track) => track.kind === 'song' && !hasFailedBefore(track)) ?? NONE,
    [answer, hasFailedBefore],
  );
  const { availabilityOf, checking, unknownCount, retry } = useAvailability(target, songs);

  const pair = `${source.platform}:${source.id}>${answer?.targetPlaylist?.id ?? ''}`;
  const [ignoredVersion, setIgnoredVersion] = useState(0);
  const ignored = useMemo(() => {
    void ignoredVersion;
    return readIgnored(pair);
  }, [pair, ignoredVersion]);

  const comparison = useMemo(
    () =>
      answer &&
      compare({
        sourceTracks: tracks,
        answer,
        availabilityOf,
        hasFailedBefore,
        ignored,
        targetName: PLATFORMS[target].name,
      }),
    [answer, tracks, availabilityOf, hasFailedBefore, ignored, target],
  );
  const counts = useMemo(() => comparison && countChips(comparison), [comparison]);

  const refreshFailed = useCallback(() => setFailedVersion((version) => version + 1), []);
  const tryAgain = useCallback(
    (track: SourceOnlyTrack) => {
      forgetFailed(target, track);
      refreshFailed();
    },
    [target, refreshFailed],
  );
  const setIgnored = useCallback(
    (trackId: string, ignore: boolean) => {
      const ids = new Set(readIgnored(pair));
      if (ignore) ids.add(trackId);
      else ids.delete(trackId);
      writeIgnored(pair, ids);
      setIgnoredVersion((version) => version + 1);
    },
    [pair],
  );

  return {
    target,
    targetName: PLATFORMS[target].name,
    check,
    choice,
    queryKey: query.queryKey,
    answer,
    comparison,
    counts,
    checking,
    unknownCount,
    retry,
    refreshFailed,
    tryAgain,
    setIgnored,
  };
}

import { AVAILABILITY_MAX_TRACKS, type PlatformId } from '@segue/contracts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, hasCode, messageOf } from '../../lib/api.js';
import { wait } from '../../lib/wait.js';
import { askAvailability, type Availability, type SourceOnlyTrack } from './api.js';

const LONGEST_PAUSE_SECONDS = 60;
const MOST_PAUSES = 5;

export interface AvailabilityState {
  availabilityOf: (track: SourceOnlyTrack) => Availability | undefined;
  checking: boolean;
  /** Tracks about which the platform could not be asked. */
  unknownCount: number;
  /** Asks again about those. */
  retry: () => void;
}

const keyOf = ({ isrc, id, name, artist }: SourceOnlyTrack) => [isrc, id, name, artist].join('\n');

/** Learns batch by batch which tracks the target platform has. What is known stays known while the screen is open. */
export function useAvailability(target: PlatformId, wanted: readonly SourceOnlyTrack[]): AvailabilityState {
  const [known, setKnown] = useState<ReadonlyMap<string, Availability>>(new Map());
  const latest = useRef({ wanted, known });
  const checking = useMemo(() => wanted.some((track) => !known.has(keyOf(track))), [wanted, known]);

  useEffect(() => {
    latest.current = { wanted, known };
  }, [wanted, known]);

  useEffect(() => {
    if (!checking) return;
    const controller = new AbortController();
    const learn = (tracks: readonly SourceOnlyTrack[], answerOf: (i: number) => Availability | undefined) => {
      const next = new Map(latest.current.known);
      tracks.forEach((track, i) => next.set(keyOf(track), answerOf(i) ?? NOT_ANSWERED));
      latest.current = { ...latest.current, known: next };
      setKnown(next);
    };
    const missing = () => unknownTracks(latest.current.wanted, latest.current.known);
    void askAll(target, missing, learn, controller.signal);
    return () => controller.abort();
  }, [target, checking]);

  const retry = useCallback(() => {
    setKnown((old) => new Map([...old].filter(([, answer]) => answer.state !== 'unknown')));
  }, []);
  const availabilityOf = useCallback((track: SourceOnlyTrack) => known.get(keyOf(track)), [known]);
  const unknownCount = useMemo(
    () => wanted.filter((track) => known.get(keyOf(track))?.state === 'unknown').length,
    [wanted, known],
  );
  return { availabilityOf, checking, unknownCount, retry };
}

const NOT_ANSWERED: Availability = { state: 'unknown', message: 'No answer came for this track.' };

/** Each song once, however often the playlist holds it. */
function unknownTracks(wanted: readonly SourceOnlyTrack[], known: ReadonlyMap<string, Availability>) {
  return [...new Map(wanted.map((track) => [keyOf(track), track])).entries()]
    .filter(([key]) => !known.has(key))
    .map(([, track]) => track);
}

async function askAll(
  target: PlatformId,
  missing: () => SourceOnlyTrack[],
  learn: (tracks: readonly SourceOnlyTrack[], answerOf: (i: number) => Availability | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  let pauses = 0;
  for (let rest = missing(); rest.length > 0 && !signal.aborted; rest = missing()) {
    const batch = rest.slice(0, AVAILABILITY_MAX_TRACKS);
    try {
      const { results } = await askAvailability(target, batch, signal);
      if (!signal.aborted) learn(batch, (i) => results[i]);
    } catch (error) {
      if (signal.aborted) return;
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
      if (isBusy(error) && seconds !== null && seconds <= LONGEST_PAUSE_SECONDS && pauses < MOST_PAUSES) {
        pauses += 1;
        await wait(Math.max(1, seconds) * 1000, signal).catch(() => undefined);
        continue;
      }
      // Nothing is known against the tracks: they can be asked about again, and are not called unavailable.
      const message = messageOf(error, 'The platform could not be asked.');
      learn(rest, () => ({ state: 'unknown', message }));
    }
  }
}

const isBusy = (error: unknown) => hasCode(error, 'rate_limited', 'platform_busy');

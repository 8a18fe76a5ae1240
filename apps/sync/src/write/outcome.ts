import type {
  appendTracks,
  FailureReason,
  PlatformId,
  RequestedTrack,
  ResponseOf,
  WriteOutcome,
} from '@segue/contracts';
import type { z } from 'zod';
import type { ItemState } from '../ledger/operation.entity.js';
import { failureSentence } from '../resolve/failure-sentences.js';
import type { Resolution } from '../resolve/resolve.service.js';

type Appended = ResponseOf<typeof appendTracks>;
type Landed = Appended['landed'][number];
type Reason = z.infer<typeof FailureReason>;

/** What a write came to: the member's answer, and the end of each ledger row. */
export interface Settlement {
  outcome: WriteOutcome;
  states: Map<number, ItemState>;
}

/**
 * Puts each requested track into exactly one list.
 * @param landedAt what became of the track at a place of the request; undefined where nothing was to be written.
 */
export function settle(
  platform: PlatformId,
  tracks: readonly RequestedTrack[],
  resolutions: readonly Resolution[],
  landedAt: ReadonlyMap<number, Landed>,
  problem: Appended['problem'],
): Settlement {
  const outcome: WriteOutcome = { added: [], failed: [], mismatched: [] };
  const states = new Map<number, ItemState>();
  const fail = (track: RequestedTrack, sourceIndex: number, reason: Reason) =>
    outcome.failed.push({ ...track, sourceIndex, reason, message: failureSentence(reason, platform) });
  tracks.forEach((track, sourceIndex) => {
    const resolution = resolutions[sourceIndex];
    if (!resolution || resolution.recording === null) {
      fail(track, sourceIndex, resolution?.reason ?? 'upstream_error');
      states.set(sourceIndex, 'failed');
      return;
    }
    const landed = landedAt.get(sourceIndex) ?? 'no';
    states.set(sourceIndex, STATE_OF[landed]);
    if (landed !== 'yes') return void fail(track, sourceIndex, reasonOf(landed, problem));
    if (resolution.matchType === 'isrc') {
      outcome.added.push({ ...track, sourceIndex, targetId: resolution.recording.id, matchType: 'isrc' });
    } else {
      outcome.mismatched.push(toMismatch(track, sourceIndex, resolution));
    }
  });
  return { outcome, states };
}

const STATE_OF: Record<Landed, ItemState> = { yes: 'confirmed', no: 'failed', unknown: 'written' };

function reasonOf(landed: Landed, problem: Appended['problem']): Reason {
  if (landed === 'unknown') return 'upstream_error';
  if (problem === null) return 'dropped_by_platform';
  return problem.code === 'platform_busy'
    ? 'platform_busy'
    : problem.code === 'refused'
      ? 'dropped_by_platform'
      : 'upstream_error';
}

function toMismatch(
  track: RequestedTrack,
  sourceIndex: number,
  { recording, matchType, evidence }: Extract<Resolution, { recording: object }>,
): WriteOutcome['mismatched'][number] {
  return {
    isrc: track.isrc,
    name: track.name,
    artist: track.artist ?? track.artists?.join(', ') ?? '',
    appleISRC: recording.isrc,
    targetId: recording.id,
    targetUrl: recording.url,
    targetName: recording.name,
    targetArtist: recording.artists.join(', '),
    targetAlbum: recording.album,
    sourceDurationMs: track.durationMs,
    targetDurationMs: recording.durationMs,
    matchType,
    evidence,
    sourceIndex,
  };
}

export const writtenCount = ({ added, mismatched }: WriteOutcome): number => added.length + mismatched.length;

import type {
  appendTracks,
  FailureReason,
  PlatformId,
  RequestedTrack,
  ResponseOf,
  WriteOutcome,
} from '@segue/contracts';
import type { ItemEnd } from '../ledger/ledger.js';
import { failureSentence } from '../resolve/failure-sentences.js';
import type { Resolution } from '../resolve/resolve.service.js';

type Appended = ResponseOf<typeof appendTracks>;
export type Landed = Appended['landed'][number];
export type Problem = Appended['problem'];

/** What a write came to: the member's answer, and the end of each ledger row. */
export interface Settlement {
  outcome: WriteOutcome;
  ends: Map<number, ItemEnd>;
}

/** What was asked for, and which recording each track is on the target. */
export interface Asked {
  operationId: string;
  platform: PlatformId;
  tracks: readonly RequestedTrack[];
  /** Aligned with `tracks`. */
  resolutions: readonly Resolution[];
}

/**
 * Puts each requested track into exactly one list.
 * @param landedAt what became of the track at a place of the request; undefined where nothing was to be written.
 */
export function settle(
  { operationId, platform, tracks, resolutions }: Asked,
  landedAt: ReadonlyMap<number, Landed>,
  problem: Problem,
): Settlement {
  const outcome: WriteOutcome = { operation: operationId, added: [], failed: [], mismatched: [] };
  const ends = new Map<number, ItemEnd>();
  const fail = (track: RequestedTrack, sourceIndex: number, state: ItemEnd['state'], reason: FailureReason) => {
    outcome.failed.push({ ...track, sourceIndex, reason, message: failureSentence(reason, platform, track.kind) });
    ends.set(sourceIndex, { state, reason });
  };
  tracks.forEach((track, sourceIndex) => {
    const resolution = resolutions[sourceIndex];
    if (!resolution || resolution.recording === null) {
      return fail(track, sourceIndex, 'failed', resolution?.reason ?? 'upstream_error');
    }
    const landed = landedAt.get(sourceIndex) ?? 'no';
    if (landed !== 'yes') return fail(track, sourceIndex, STATE_OF[landed], reasonOf(landed, problem));
    ends.set(sourceIndex, { state: 'confirmed', reason: null });
    if (resolution.matchType === 'isrc') {
      outcome.added.push({ ...track, sourceIndex, targetId: resolution.recording.id, matchType: 'isrc' });
    } else {
      outcome.mismatched.push(toMismatch(track, sourceIndex, resolution));
    }
  });
  return { outcome, ends };
}

const STATE_OF = { no: 'failed', unknown: 'written' } as const satisfies Partial<Record<Landed, ItemEnd['state']>>;

const REASON_OF_PROBLEM: Record<NonNullable<Problem>['code'], FailureReason> = {
  platform_busy: 'platform_busy',
  platform_unavailable: 'upstream_error',
  platform_reconnect_required: 'reconnect_required',
  playlist_full: 'playlist_full',
  not_found: 'playlist_gone',
  playlist_read_only: 'playlist_read_only',
  refused: 'dropped_by_platform',
};

function reasonOf(landed: Landed, problem: Problem): FailureReason {
  if (landed === 'unknown') return 'unconfirmed';
  return problem === null ? 'dropped_by_platform' : REASON_OF_PROBLEM[problem.code];
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

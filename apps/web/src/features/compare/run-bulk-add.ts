import type { WriteOutcome } from '@segue/contracts';
import { type ApiError, hasCode, messageOf } from '../../lib/api.js';
import type { SourceOnlyTrack } from './api.js';
import type { BulkAddEvent } from './bulk-add.js';

/** Longer than this nobody waits in front of a screen; in seconds. */
const LONGEST_PAUSE_SECONDS = 60;
/** Pause before a call whose answer got lost is repeated with its key, in seconds. */
const LOST_ANSWER_PAUSE_SECONDS = 2;
const MOST_REPEATS = 3;
/** A service that died over a track keeps it locked for half a minute; its asks come 5 seconds apart. */
const MOST_REPEATS_WHILE_LOCKED = 8;

export interface BulkAddDoors {
  add: (track: SourceOnlyTrack, idempotencyKey: string, signal: AbortSignal) => Promise<WriteOutcome>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  newKey: () => string;
  tell: (event: BulkAddEvent) => void;
  /** After each track that has its answer. */
  onAnswer: (track: SourceOnlyTrack, outcome: WriteOutcome) => void;
}

/** Throws what is not about one track alone, such as the daily limit; the caller tells the member. */
export async function runBulkAdd(tracks: readonly SourceOnlyTrack[], doors: BulkAddDoors, signal: AbortSignal) {
  doors.tell({ type: 'started', total: tracks.length });
  try {
    for (const track of tracks) {
      const outcome = await addPatiently(track, doors, signal);
      doors.onAnswer(track, outcome);
      doors.tell({ type: 'answered', outcome });
    }
    doors.tell({ type: 'finished' });
  } catch (error) {
    if (signal.aborted) return doors.tell({ type: 'cancelled' });
    doors.tell({ type: 'stopped', problem: messageOf(error, 'Unknown error') });
    throw error;
  }
}

/** One key for all attempts at a track: however often it is sent, it is written once. */
async function addPatiently(track: SourceOnlyTrack, doors: BulkAddDoors, signal: AbortSignal): Promise<WriteOutcome> {
  const key = doors.newKey();
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await doors.add(track, key, signal);
    } catch (error) {
      const seconds = pauseAfter(error);
      const most = isLocked(error) ? MOST_REPEATS_WHILE_LOCKED : MOST_REPEATS;
      if (signal.aborted || seconds === null || attempt > most) throw error;
      doors.tell({ type: 'paused', seconds });
      await doors.wait(seconds * 1000, signal);
      doors.tell({ type: 'resumed' });
    }
  }
}

const isLocked = (error: unknown) => hasCode(error, 'request_in_progress', 'playlist_busy');

/** How long to wait before the same call again; null when waiting does not help. */
function pauseAfter(error: unknown): number | null {
  if (hasCode(error, 'network')) return LOST_ANSWER_PAUSE_SECONDS;
  if (
    !isLocked(error) &&
    !hasCode(error, 'rate_limited', 'platform_busy', 'platform_unavailable', 'service_unavailable')
  )
    return null;
  const seconds = (error as ApiError).retryAfterSeconds ?? LOST_ANSWER_PAUSE_SECONDS;
  return seconds <= LONGEST_PAUSE_SECONDS ? Math.max(1, seconds) : null;
}

import type { WriteOutcome } from '@segue/contracts';
import { messageOf } from '../../lib/api.js';
import type { AddGroup, SourceOnlyTrack } from './api.js';
import type { BulkAddEvent } from './bulk-add.js';
import { patiently } from './patiently.js';

/** Calls under way at once: the server writes those that come together in one go. Browsers allow six to one host. */
const CALLS_AT_ONCE = 5;

export interface BulkAddDoors {
  add: (track: SourceOnlyTrack, idempotencyKey: string, group: AddGroup, signal: AbortSignal) => Promise<WriteOutcome>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  newKey: () => string;
  tell: (event: BulkAddEvent) => void;
  /** After each track that has its answer. */
  onAnswer: (track: SourceOnlyTrack, outcome: WriteOutcome) => void;
}

/**
 * One call a track, some at a time, each group after the one before, so that the playlist keeps its order. Throws what is
 * not about one track alone, such as the daily limit, once the group has its answers; the caller tells the member.
 */
export async function runBulkAdd(tracks: readonly SourceOnlyTrack[], doors: BulkAddDoors, signal: AbortSignal) {
  doors.tell({ type: 'started', total: tracks.length });
  try {
    for (let start = 0; start < tracks.length; start += CALLS_AT_ONCE) {
      await addTogether(tracks.slice(start, start + CALLS_AT_ONCE), doors, signal);
    }
    doors.tell({ type: 'finished' });
  } catch (error) {
    if (signal.aborted) return doors.tell({ type: 'cancelled' });
    doors.tell({ type: 'stopped', problem: messageOf(error, 'Unknown error') });
    throw error;
  }
}

/** What was written is told even when another call of the group failed. */
async function addTogether(tracks: readonly SourceOnlyTrack[], doors: BulkAddDoors, signal: AbortSignal) {
  const patience = {
    ...doors,
    onPause: (seconds: number) => doors.tell({ type: 'paused', seconds }),
    onResume: () => doors.tell({ type: 'resumed' }),
  };
  const group = { id: doors.newKey(), size: tracks.length };
  const results = await Promise.allSettled(
    tracks.map(async (track) => {
      const outcome = await patiently((key) => doors.add(track, key, group, signal), patience, signal);
      doors.onAnswer(track, outcome);
      doors.tell({ type: 'answered', outcome });
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

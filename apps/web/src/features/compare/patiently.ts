import { type ApiError, hasCode } from '../../lib/api.js';

/** Longer than this nobody waits in front of a screen; in seconds. */
const LONGEST_PAUSE_SECONDS = 60;
/** Pause before a call whose answer got lost is repeated with its key, in seconds. */
const LOST_ANSWER_PAUSE_SECONDS = 2;
const MOST_REPEATS = 3;
/** A service that died over a write keeps it locked for up to half a minute; its asks come 5 seconds apart. */
const MOST_REPEATS_WHILE_LOCKED = 8;

export interface PatientDoors {
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  newKey: () => string;
  onPause?: (seconds: number) => void;
  onResume?: () => void;
}

/** One key for all attempts at a write: however often it is sent, it is done once. Throws when waiting does not help. */
export async function patiently<T>(
  send: (idempotencyKey: string) => Promise<T>,
  { wait, newKey, onPause, onResume }: PatientDoors,
  signal: AbortSignal,
): Promise<T> {
  const key = newKey();
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await send(key);
    } catch (error) {
      const seconds = pauseAfter(error);
      const most = isLocked(error) ? MOST_REPEATS_WHILE_LOCKED : MOST_REPEATS;
      if (signal.aborted || seconds === null || attempt > most) throw error;
      onPause?.(seconds);
      await wait(seconds * 1000, signal);
      onResume?.();
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

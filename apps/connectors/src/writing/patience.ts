import type { Timing } from '../timing.js';

/**
 * Looks after a clean answer. Rows show within a second as a rule, and up to a minute late at times (measured:
 * news-bulletin-playlist #168, #134, #101). 60 s in all.
 */
export const PAUSES_AFTER_SUCCESS_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_500];
/** Looks after an error, before the write is sent again: a row that shows up late would stand there twice. 30 s in all. */
export const PAUSES_IN_DOUBT_MS = [500, 1_000, 2_000, 4_000, 8_000, 14_500];
/** Further looks in doubt, while the list does not show what was certainly written either. */
export const PAUSES_AT_LATE_LIST_MS = [15_000, 15_000];
/** So many looks are enough at a list that shows our write already. */
export const QUICK_LOOKS = 3;

/**
 * Looks again and again until what is seen is settled or the pauses are used up.
 * @param isSettled is told how many pauses were made before this look.
 * @returns what was seen last.
 */
export async function lookUntil<T>(
  look: () => Promise<T>,
  isSettled: (seen: T, pauses: number) => boolean,
  pausesMs: readonly number[],
  timing: Timing,
): Promise<T> {
  let seen = await look();
  for (const [pauses, pauseMs] of pausesMs.entries()) {
    if (isSettled(seen, pauses)) break;
    await timing.sleep(pauseMs);
    seen = await look();
  }
  return seen;
}

import { setTimeout as pause } from 'node:timers/promises';

/** Does `work`, but is not done before `floorMs`: how long it really took, and so what it found, stays inside. */
export async function atLeast<T>(floorMs: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, pause(floorMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

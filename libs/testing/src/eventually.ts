import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/** Asks again until `check` stops throwing: for what happens by itself, soon. Fails with its last error. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 10_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(POLL_MS);
    }
  }
}

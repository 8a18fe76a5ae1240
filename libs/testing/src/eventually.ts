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

/** Waits until a condition holds. @throws Error that names it when it does not in time. */
export const until = (what: string, condition: () => Promise<boolean>, withinMs?: number): Promise<void> =>
  eventually(async () => {
    if (!(await condition())) throw new Error(`It did not happen in time: ${what}`);
  }, withinMs);

import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when `running` is over, or after `ms` without it: it may hang on a server outside, and a shutdown has its own end. */
export async function waitAtMost(ms: number, running: Promise<void>): Promise<void> {
  const over = new AbortController();
  await Promise.race([running, pause(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

import { PlatformError } from './platform-error.js';
import type { LookupAnswer } from './platform.js';

/**
 * A look-up that failed, as an answer: it is never "not there". A consent that has ended concerns the whole request
 * and is thrown on.
 */
export function unknownBecause(error: unknown): LookupAnswer {
  if (!(error instanceof PlatformError) || error.kind === 'reconnect-required') throw error;
  const retryAfterSeconds = error.facts.retryAfterSeconds ?? null;
  return { outcome: 'unknown', reason: error.kind === 'busy' ? 'busy' : 'failed', retryAfterSeconds };
}

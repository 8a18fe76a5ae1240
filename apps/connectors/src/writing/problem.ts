import type { WriteProblem } from '@segue/contracts';
import { LONGEST_SLEEP_MS } from '../governor/budget.js';
import type { PlatformError, PlatformErrorKind } from '../platforms/platform-error.js';

/** What stopped a write, in the contract's words. */
const CODE_OF = {
  busy: 'platform_busy',
  unavailable: 'platform_unavailable',
  'reconnect-required': 'platform_reconnect_required',
  'not-found': 'not_found',
  'read-only': 'playlist_read_only',
  refused: 'refused',
  unsupported: 'refused',
  'not-listed': 'refused',
} as const satisfies Record<PlatformErrorKind, WriteProblem['code']>;

export const problemOf = ({ kind, facts }: PlatformError): WriteProblem => ({
  code: CODE_OF[kind],
  retryAfterSeconds: facts.retryAfterSeconds ?? null,
});

export const REFUSED: WriteProblem = { code: 'refused', retryAfterSeconds: null };
export const PLAYLIST_FULL: WriteProblem = { code: 'playlist_full', retryAfterSeconds: null };

/** A pause that nobody sleeps through: whoever asked comes back later. */
export const isLongPause = ({ kind, facts }: PlatformError): boolean =>
  kind === 'busy' && (facts.retryAfterSeconds ?? 0) * 1000 > LONGEST_SLEEP_MS;

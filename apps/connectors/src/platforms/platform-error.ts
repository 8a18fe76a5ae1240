import type { ErrorCode, PlatformId } from '@segue/contracts';

/**
 * What can go wrong at a platform, as few kinds as callers have to tell apart.
 * - `busy`: it asks us to wait (429, quota); `retryAfterSeconds` says how long.
 * - `unavailable`: it fails, does not answer, answers nonsense, or refuses our own key.
 * - `reconnect-required`: the member's consent has ended or was revoked.
 * - `not-found`: there is no such thing for this member.
 * - `read-only`: the playlist may not be changed by us.
 * - `refused`: it understood the request and declines it; the same request will be declined again.
 * - `unsupported`: it has no such call.
 * - `not-listed`: it lets only listed test users use our app, and this account is none.
 */
export type PlatformErrorKind =
  'busy' | 'unavailable' | 'reconnect-required' | 'not-found' | 'read-only' | 'refused' | 'unsupported' | 'not-listed';

export interface PlatformErrorFacts {
  /** HTTP status of the platform's answer, if there was one. */
  readonly status?: number;
  /** The platform's own error code, if there was one. */
  readonly reason?: string;
  /** Only with `busy` and `unavailable`. */
  readonly retryAfterSeconds?: number;
  /** Method and address template of the call, for the log. */
  readonly endpoint?: string;
  readonly cause?: unknown;
}

export class PlatformError extends Error {
  override readonly name = 'PlatformError';

  constructor(
    readonly kind: PlatformErrorKind,
    readonly platform: PlatformId,
    readonly facts: PlatformErrorFacts = {},
  ) {
    super(`${platform}: ${kind}`, { cause: facts.cause });
  }

  /** Whether a write that ended like this may have happened all the same. */
  get leavesDoubt(): boolean {
    return this.kind === 'unavailable' || this.kind === 'busy';
  }
}

export const isPlatformError = (error: unknown, kind?: PlatformErrorKind): error is PlatformError =>
  error instanceof PlatformError && (kind === undefined || error.kind === kind);

/** The one place where a platform's failure becomes an error of our API. */
export const CODE_OF_PLATFORM_ERROR = {
  busy: 'platform_busy',
  unavailable: 'platform_unavailable',
  'reconnect-required': 'platform_reconnect_required',
  'not-found': 'not_found',
  'read-only': 'playlist_read_only',
  refused: 'platform_unavailable',
  unsupported: 'remove_unsupported',
  'not-listed': 'platform_account_not_listed',
} as const satisfies Record<PlatformErrorKind, ErrorCode>;

import type { RemovalPlan, removePlatformTrack, ResponseOf } from '@segue/contracts';
import type { MemberAccess, Platform } from '../platforms/platform.js';
import type { Timing } from '../timing.js';
import { REFUSED } from './problem.js';

export type RemovalResult = ResponseOf<typeof removePlatformTrack>;

export interface RemovalRequest {
  readonly platform: Platform;
  readonly access: MemberAccess;
  readonly playlistId: string;
  readonly trackId: string;
  /** Place as the member saw it; null = not known. */
  readonly position: number | null;
  /** What an earlier answer said, null at first. */
  readonly plan: RemovalPlan | null;
  readonly timing: Timing;
}

export const NOTHING_TO_REMOVE: RemovalResult = { removed: 0, plan: null, problem: null };
export const REMOVED: RemovalResult = { removed: 1, plan: null, problem: null };
/** The platform will not do it, or took the call and kept the row. */
export const NOT_REMOVED: RemovalResult = { removed: 0, plan: null, problem: REFUSED };

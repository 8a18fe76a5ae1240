import type { PlatformId } from '@segue/contracts';
import type { BudgetRate } from '../governor/budget.js';
import { AppleEnv } from './apple/apple-env.js';
import { createApple } from './apple/create-apple.js';
import type { Platform } from './platform.js';
import { createSpotify } from './spotify/create-spotify.js';
import { SpotifyEnv } from './spotify/spotify-env.js';
import type { Upstream } from './upstream.js';

/** What every platform reads of the environment, in one schema. */
export const PlatformsEnv = SpotifyEnv.extend(AppleEnv.shape);
export type PlatformsEnv = SpotifyEnv & AppleEnv & { readonly APP_URL: string };

interface PlatformEntry {
  readonly rate: (env: PlatformsEnv) => BudgetRate;
  readonly create: (env: PlatformsEnv, upstream: Upstream) => Platform;
}

/** The one list of platforms here. A new one in the contract does not compile until it has a line. */
export const PLATFORM_ENTRIES = {
  spotify: {
    rate: (env) => rateOf(env.SPOTIFY_CALLS_PER_SECOND),
    create: (env, upstream) => createSpotify(env, env.APP_URL, upstream),
  },
  apple: {
    rate: (env) => rateOf(env.APPLE_CALLS_PER_SECOND),
    create: (env, upstream) => createApple(env, upstream),
  },
} as const satisfies Record<PlatformId, PlatformEntry>;

/** Two seconds' worth may go out at once: a member who opens a long playlist waits for nothing. */
const rateOf = (callsPerSecond: number): BudgetRate => ({ callsPerSecond, burst: Math.ceil(2 * callsPerSecond) });

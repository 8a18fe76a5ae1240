import type { PlatformId } from '@segue/contracts';

/**
 * The names of `PLATFORMS` again, for pages of the first visit: the contract's list comes with a validator they do not
 * need. The compiler asks for a new platform here, and a test compares the two.
 */
export const PLATFORM_NAMES = {
  spotify: 'Spotify',
  apple: 'Apple Music',
} as const satisfies Record<PlatformId, string>;

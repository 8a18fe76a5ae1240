import { z } from 'zod';

const seconds = z.number().nonnegative();

/**
 * Behaviour that differs between accounts, years or reports about the real platforms, or that a test wants sooner than
 * the real platforms give it. The defaults are what a new app meets today.
 */
export const Switches = z
  .object({
    /** Which of the two response dialects the Spotify Web API speaks. */
    spotifyQuotaMode: z.enum(['development', 'extended']),
    spotifyAccessTokenSeconds: seconds,
    /** Six months, counted from the consent; refreshing does not extend it. */
    spotifyRefreshTokenSeconds: seconds,
    /** Whether each refresh hands out a new refresh token and kills the old one. */
    spotifyRefreshRotation: z.boolean(),
    /** For how long readers still see the snapshot id from before a write. */
    spotifySnapshotLagSeconds: seconds,
    /** Whether `/items` takes a limit of 100, as several clients report, instead of the documented 50. */
    spotifyLenientLimit: z.boolean(),
    /** Development mode serves these listeners only; null = everybody is on the list. */
    spotifyAllowList: z.array(z.string()).nullable(),
    spotifyOwnerPremiumLapsed: z.boolean(),
    /** For how long a created Apple playlist is missing from the list, though readable by id. */
    appleListLagSeconds: seconds,
    /** Two reports differ on what appending to a read-only playlist answers. */
    appleReadOnlyStatus: z.union([z.literal(500), z.literal(403)]),
    appleUserTokenSeconds: seconds,
    /** Whether Apple compresses answers nobody asked to be compressed. */
    appleUnaskedGzip: z.boolean(),
    /** How new Stripe subscriptions tell of a scheduled cancellation; accounts of before 2025 are classic. */
    stripeBillingMode: z.enum(['flexible', 'classic']),
  })
  .strict();
export type Switches = z.infer<typeof Switches>;

const SIX_MONTHS_SECONDS = 182 * 24 * 60 * 60;

export const defaultSwitches = (spotifyQuotaMode: Switches['spotifyQuotaMode']): Switches => ({
  spotifyQuotaMode,
  spotifyAccessTokenSeconds: 3600,
  spotifyRefreshTokenSeconds: SIX_MONTHS_SECONDS,
  spotifyRefreshRotation: false,
  spotifySnapshotLagSeconds: 0,
  spotifyLenientLimit: false,
  spotifyAllowList: null,
  spotifyOwnerPremiumLapsed: false,
  appleListLagSeconds: 0,
  appleReadOnlyStatus: 500,
  appleUserTokenSeconds: SIX_MONTHS_SECONDS,
  appleUnaskedGzip: false,
  stripeBillingMode: 'flexible',
});

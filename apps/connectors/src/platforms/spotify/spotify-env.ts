import { z } from 'zod';

/** What the Spotify connector reads of the environment. */
export const SpotifyEnv = z.object({
  SPOTIFY_CLIENT_ID: z.string().min(1),
  SPOTIFY_CLIENT_SECRET: z.string().min(1),
  SPOTIFY_ACCOUNTS_URL: z.url().default('https://accounts.spotify.com'),
  /** Includes `/v1`. */
  SPOTIFY_API_URL: z.url().default('https://api.spotify.com/v1'),
  SPOTIFY_QUOTA_MODE: z.enum(['development', 'extended']).default('development'),
  /** Spotify publishes no number; its window is 30 s long. */
  SPOTIFY_CALLS_PER_SECOND: z.coerce.number().positive().default(50),
});
export type SpotifyEnv = z.output<typeof SpotifyEnv>;

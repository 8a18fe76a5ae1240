import { z } from 'zod';

/** What the Apple Music connector reads of the environment. */
export const AppleEnv = z.object({
  APPLE_TEAM_ID: z.string().min(1),
  APPLE_KEY_ID: z.string().min(1),
  /** PKCS #8 PEM; line breaks may be written as `\n`. */
  APPLE_PRIVATE_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .refine((pem) => pem.includes('-----BEGIN PRIVATE KEY-----'), 'must be a PKCS #8 key in PEM'),
  /** Includes `/v1`. */
  APPLE_API_URL: z.url().default('https://api.music.apple.com/v1'),
  APPLE_MUSICKIT_URL: z.url().default('https://js-cdn.music.apple.com/musickit/v3/musickit.js'),
  /** Apple publishes no number. */
  APPLE_CALLS_PER_SECOND: z.coerce.number().positive().default(50),
});
export type AppleEnv = z.output<typeof AppleEnv>;

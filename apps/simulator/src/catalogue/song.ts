import { PlatformId } from '@segue/contracts';
import { z } from 'zod';

/** One release of a recording as one platform carries it; the columns are those of `data/catalogue/README.md`. */
export const Song = z.object({
  platform: PlatformId,
  id: z.string().min(1),
  isrc: z.string().min(1).nullable().default(null),
  name: z.string(),
  artists: z.array(z.string()).min(1),
  album: z.string().nullable().default(null),
  durationMs: z.number().int().nonnegative().nullable().default(null),
  explicit: z.boolean().nullable().default(null),
  releaseDate: z.string().nullable().default(null),
  /** Storefronts in lower case; null = everywhere, [] = withdrawn. */
  availableIn: z.array(z.string()).nullable().default(null),
  idOrigin: z.enum(['real', 'synthetic']).default('real'),
  textOrigin: z.enum(['real', 'projected']).default('real'),
});
export type Song = z.infer<typeof Song>;

/** A playlist of the shipped catalogue: raw material for the demo listeners. */
export interface ShippedPlaylist {
  id: string;
  name: string;
  description: string | null;
  songIds: string[];
}

export const isAvailable = (song: Song, country: string): boolean =>
  song.availableIn === null || song.availableIn.includes(country.toLowerCase());

/** Upper case without hyphens and spaces: two spellings of one code are one code. */
export const normaliseIsrc = (isrc: string): string => isrc.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

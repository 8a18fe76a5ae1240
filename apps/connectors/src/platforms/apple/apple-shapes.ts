/**
 * What Apple Music answers, as far as we read it. There is no machine-readable contract of this API; everything that
 * was ever seen missing is optional here.
 */
import { z } from 'zod';

const Artwork = z.object({ url: z.string().nullish() }).nullish();

const SongAttributes = z.object({
  name: z.string().nullish(),
  artistName: z.string().nullish(),
  albumName: z.string().nullish(),
  durationInMillis: z.number().nullish(),
  isrc: z.string().nullish(),
  contentRating: z.string().nullish(),
  releaseDate: z.string().nullish(),
  artwork: Artwork,
  url: z.string().nullish(),
  discNumber: z.number().nullish(),
  trackNumber: z.number().nullish(),
  /** Of a library row: `catalogId`. Of a catalogue song: present when it can be streamed. */
  playParams: z.object({ catalogId: z.string().nullish() }).nullish(),
});

/** A song of the catalogue. */
export const AppleSong = z.object({
  id: z.string().min(1),
  type: z.string().optional(),
  attributes: SongAttributes.nullish(),
});
export type AppleSong = z.output<typeof AppleSong>;

/** A row of a library playlist. It has no ISRC of its own, and its id names the song, not the row. */
export const AppleRow = z.object({
  id: z.string().min(1),
  type: z.string(),
  attributes: SongAttributes.nullish(),
  relationships: z.object({ catalog: z.object({ data: z.array(AppleSong).nullish() }).nullish() }).nullish(),
});
export type AppleRow = z.output<typeof AppleRow>;

const Meta = z.object({ total: z.number().int().nonnegative().optional() }).nullish();

export const AppleRowPage = z.object({
  data: z.array(AppleRow.nullable().catch(null)),
  next: z.string().nullish(),
  meta: Meta,
});

export const ApplePlaylist = z.object({
  id: z.string().min(1),
  attributes: z
    .object({
      name: z.string().nullish(),
      description: z.object({ standard: z.string().nullish() }).nullish(),
      canEdit: z.boolean().nullish(),
      artwork: Artwork,
    })
    .nullish(),
});
export type ApplePlaylist = z.output<typeof ApplePlaylist>;

export const ApplePlaylistPage = z.object({
  data: z.array(ApplePlaylist.nullable().catch(null)),
  next: z.string().nullish(),
  meta: Meta,
});

export const ApplePlaylists = z.object({ data: z.array(ApplePlaylist).min(1) });

export const AppleSongs = z.object({
  data: z.array(AppleSong.nullable().catch(null)),
  meta: z
    .object({
      filters: z.object({ isrc: z.record(z.string(), z.array(z.object({ id: z.string() }))).optional() }).optional(),
    })
    .nullish(),
});

export const AppleSearch = z.object({
  results: z.object({ songs: z.object({ data: z.array(AppleSong.nullable().catch(null)) }).optional() }),
});

export const AppleStorefronts = z.object({
  data: z
    .array(z.object({ id: z.string().regex(/^[a-z]{2}$/), attributes: z.object({ name: z.string() }).nullish() }))
    .min(1),
});

export const AppleErrors = z.object({ errors: z.array(z.object({ code: z.string() })).min(1) });

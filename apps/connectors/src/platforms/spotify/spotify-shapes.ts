/**
 * What Spotify answers, as far as we read it. Looser than Spotify's own OpenAPI file on purpose: covers, sizes, tracks
 * and flags are null or missing in practice where the file requires them.
 */
import { z } from 'zod';

const Images = z
  .array(z.object({ url: z.string(), width: z.number().nullish(), height: z.number().nullish() }))
  .nullish()
  .transform((images) => images ?? []);
export type SpotifyImages = z.output<typeof Images>;

const ExternalUrls = z.object({ spotify: z.string().optional() }).nullish();

export const SpotifyTokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().nonnegative(),
  refresh_token: z.string().min(1).optional(),
});

/** The token endpoint's errors are flat, unlike the Web API's. */
export const SpotifyTokenError = z.object({ error: z.string() });

export const SpotifyApiError = z.object({ error: z.object({ reason: z.string().optional() }) });

export const SpotifyProfile = z.object({
  /** Since May 2026; immutable, unlike `id`. */
  account_id: z.string().min(1).optional(),
  id: z.string().min(1),
  display_name: z.string().nullish(),
  images: Images,
  /** Extended quota only. */
  country: z.string().length(2).optional().catch(undefined),
});

const ItemTotal = z.object({ total: z.number().int().nonnegative() }).nullish();

export const SpotifyPlaylist = z.object({
  id: z.string().min(1),
  name: z.string().nullish(),
  description: z.string().nullish(),
  images: Images,
  owner: z.object({ id: z.string(), display_name: z.string().nullish() }),
  collaborative: z.boolean().nullish(),
  external_urls: ExternalUrls,
  /** Development mode. Absent for a playlist of somebody else. */
  items: ItemTotal,
  /** Extended quota. */
  tracks: ItemTotal,
});
export type SpotifyPlaylist = z.output<typeof SpotifyPlaylist>;

/** A track, an episode or a local file: `type` and `is_local` tell. */
export const SpotifyItem = z.object({
  type: z.string().optional(),
  id: z.string().nullish(),
  uri: z.string().nullish(),
  name: z.string().nullish(),
  artists: z.array(z.object({ name: z.string().nullish() })).nullish(),
  album: z
    .object({
      name: z.string().nullish(),
      album_type: z.string().nullish(),
      images: Images,
      release_date: z.string().nullish(),
    })
    .nullish(),
  images: Images,
  duration_ms: z.number().nullish(),
  explicit: z.boolean().nullish(),
  external_ids: z.object({ isrc: z.string().optional().catch(undefined) }).nullish(),
  external_urls: ExternalUrls,
  is_local: z.boolean().nullish(),
  is_playable: z.boolean().nullish(),
  disc_number: z.number().nullish(),
  track_number: z.number().nullish(),
  show: z.object({ name: z.string().nullish() }).nullish(),
});
export type SpotifyItem = z.output<typeof SpotifyItem>;

/**
 * An entry of a playlist or of the liked songs. The track is under `item` for apps in development mode, where the track
 * itself has a boolean called `track`, and under `track` for all others and for liked songs.
 */
export const SpotifyEntry = z
  .object({ item: z.unknown().optional(), track: z.unknown().optional(), is_local: z.boolean().nullish() })
  .transform(({ item, track, is_local }) => ({
    isLocal: is_local === true,
    item: SpotifyItem.nullable()
      .catch(null)
      .parse(isObject(item) ? item : isObject(track) ? track : null),
  }));
export type SpotifyEntry = z.output<typeof SpotifyEntry>;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int().nonnegative(),
    next: z.string().nullish(),
  });

export const SpotifyEntryPage = pageOf(SpotifyEntry.nullable());
/** Playlists made by Spotify itself can be null in the list. */
export const SpotifyPlaylistPage = pageOf(SpotifyPlaylist.nullable().catch(null));
export const SpotifySearch = z.object({ tracks: pageOf(SpotifyItem.nullable().catch(null)) });
export const SpotifyTotal = z.object({ total: z.number().int().nonnegative() });

import { z } from 'zod';
import { PLATFORM_IDS } from './platforms.js';

export const PlatformId = z.enum(PLATFORM_IDS);
export type PlatformId = z.infer<typeof PlatformId>;

const RESOURCE_ID = /^(?!\.+$)[A-Za-z0-9._-]{1,128}$/;
/** Whether something may stand for an id in a path. Nothing in it can change the address it is put into. */
export const isResourceId = (id: string | undefined): id is string => id !== undefined && RESOURCE_ID.test(id);
/** An id in a path or body. */
export const ResourceId = z
  .string()
  .regex(RESOURCE_ID, 'must be an id of letters, digits, dot, dash or underscore, and not of dots alone');

/** Free text that came from a platform. Long classical titles are real; megabytes are not. */
const Text = z.string().max(2000);

/** What stands at one place of a playlist. Only a `song` can be moved. `gone`: the platform lists an empty slot. */
export const TrackKind = z.enum(['song', 'local', 'episode', 'video', 'gone']);
export type TrackKind = z.infer<typeof TrackKind>;

/** One place of a playlist, or one song of a catalogue. */
export const Track = z.object({
  /** The platform's id of the song as the playlist holds it. Two copies of a song have the same id. */
  id: z.string().min(1).max(1000),
  name: Text,
  /** All credited artists in one string. */
  artist: Text,
  artists: z.array(Text).max(200),
  album: Text,
  /** Small, for a row. */
  cover_url: z.url().nullable(),
  /** Normalised (12 characters, upper case), or null where the platform has none that is valid. */
  isrc: z.string().max(40).nullable(),
  durationMs: z.number().int().nonnegative().nullable(),
  explicit: z.boolean().nullable(),
  /** The song's page on the platform. */
  url: z.url().nullable(),
  /** Place in the playlist, from 0. */
  position: z.number().int().nonnegative(),
  kind: TrackKind,
  /** Whether the member's storefront can play it; null = the platform did not say. */
  playable: z.boolean().nullable(),
});
export type Track = z.infer<typeof Track>;

/** A track as a browser sends it: the spec's fields, the rest optional. */
export const RequestedTrack = z.object({
  id: z.string().min(1).max(1000).optional(),
  isrc: z
    .string()
    .max(40)
    .nullish()
    .transform((isrc) => isrc ?? null),
  name: Text.default(''),
  artist: Text.optional(),
  artists: z.array(Text).max(200).optional(),
  album: Text.nullish().transform((album) => album ?? ''),
  durationMs: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .transform((ms) => ms ?? null),
  explicit: z
    .boolean()
    .nullish()
    .transform((explicit) => explicit ?? null),
  position: z.number().int().nonnegative().optional(),
  kind: TrackKind.default('song'),
});
export type RequestedTrack = z.output<typeof RequestedTrack>;

/** Why a playlist cannot be read or changed by us. */
export const Restriction = z.enum(['not-owner', 'platform-made', 'not-editable']);
export type Restriction = z.infer<typeof Restriction>;

export const Playlist = z.object({
  id: z.string().min(1),
  name: z.string(),
  description: z.string(),
  /** As large as a card. */
  image_url: z.url().nullable(),
  /** null while it is not known: Apple's list carries none. */
  track_count: z.number().int().nonnegative().nullable(),
  owner: z.string(),
  platform: PlatformId,
  /** The playlist's page on the platform. */
  url: z.url().nullable(),
  /** Whether the platform lets us read its tracks. */
  readable: z.boolean(),
  /** Whether the platform lets us add tracks. */
  editable: z.boolean(),
  restriction: Restriction.nullable(),
});
export type Playlist = z.infer<typeof Playlist>;

/** A song of a platform's catalogue as a look-up or a search found it. */
export const Recording = z.object({
  id: z.string().min(1),
  isrc: z.string().nullable(),
  name: z.string(),
  artists: z.array(z.string()),
  album: z.string(),
  albumType: z.enum(['album', 'single', 'ep', 'compilation']).nullable(),
  cover_url: z.url().nullable(),
  url: z.url().nullable(),
  durationMs: z.number().int().nonnegative().nullable(),
  explicit: z.boolean().nullable(),
  playable: z.boolean().nullable(),
  discNumber: z.number().int().nullable(),
  trackNumber: z.number().int().nullable(),
  releaseDate: z.string().nullable(),
});
export type Recording = z.infer<typeof Recording>;

/** On the wire: `isrc` = same code; `fallback` = the same recording under a different one. */
export const MatchType = z.enum(['isrc', 'fallback']);
export type MatchType = z.infer<typeof MatchType>;

/**
 * How a track is removed: `all-copies`, the platform's call takes every copy and we put the others back; `rebuild`, the
 * platform has no such call and a new playlist without the track takes the old one's place; `manual`, by hand alone.
 */
export const RemovalMode = z.enum(['all-copies', 'rebuild', 'manual']);

/** What a platform can do, so that nobody has to know which platform it is. */
export const Capabilities = z.object({
  /** Most ISRCs per look-up call. */
  isrcsPerLookup: z.number().int().positive(),
  /** Most tracks per add call. */
  tracksPerAdd: z.number().int().positive(),
  /** Most tracks a playlist may hold; null = no limit known. */
  tracksPerPlaylist: z.number().int().positive().nullable(),
  removeTrack: RemovalMode,
  /** Whether only playlists of the member's own (or shared with them) can be read. */
  readsOwnedOnly: z.boolean(),
  likedSongs: z.boolean(),
});
export type Capabilities = z.infer<typeof Capabilities>;

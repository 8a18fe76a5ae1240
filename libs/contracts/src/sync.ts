import { z } from 'zod';
import { LastPlaylistUpdate } from './billing.js';
import { endpointsOf } from './endpoint.js';
import {
  AVAILABILITY_MAX_TRACKS,
  PLAYLIST_BODY_LIMIT_BYTES,
  PLAYLIST_MAX_TRACKS,
  PLAYLIST_READ_TIMEOUT_MS,
  PLAYLIST_WRITE_TIMEOUT_MS,
  TRACK_WRITE_TIMEOUT_MS,
} from './limits.js';
import { Capabilities, MatchType, Playlist, RequestedTrack, ResourceId, Track } from './music.js';
import { PlatformId } from './platforms.js';

const endpoint = endpointsOf('sync');

/** A playlist name somebody sends; cut to the platform's length only when it is written. */
const PlaylistName = z.string().min(1, 'must not be empty').max(2000);

/** `platform` is the target; `playlistId` the source playlist, from which a remembered pairing is found. */
export const check = endpoint({
  method: 'POST',
  path: '/api/sync/check',
  access: 'member',
  body: z.object({
    platform: PlatformId,
    playlistName: PlaylistName,
    playlistId: ResourceId.optional(),
    tracks: z.array(RequestedTrack).max(PLAYLIST_MAX_TRACKS),
  }),
  response: z.object({
    /** Whether a target playlist was found. */
    matched: z.boolean(),
    targetPlaylist: Playlist.nullable(),
    /** How the target was found. */
    foundBy: z.enum(['pairing', 'name', 'similar-name']).nullable(),
    targetTracks: z.array(Track),
    /** Source tracks without a partner, as they were sent, with their place in the request. */
    sourceOnly: z.array(RequestedTrack.extend({ position: z.number().int() })),
    targetOnly: z.array(Track),
    matchedTracks: z.array(
      z.object({
        sourceTrackId: z.string().nullable(),
        targetTrackId: z.string(),
        /** Places in the two lists; ids alone cannot tell two copies apart. */
        sourcePosition: z.number().int(),
        targetPosition: z.number().int(),
        matchType: MatchType,
        /** Sentences a person can check, for example "0.3 s apart". */
        evidence: z.array(z.string()),
      }),
    ),
    capabilities: Capabilities,
  }),
  bodyLimitBytes: PLAYLIST_BODY_LIMIT_BYTES,
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

/** Claims the day's update for a target playlist. Every write checks again. */
export const startSync = endpoint({
  method: 'POST',
  path: '/api/sync/start-sync',
  access: 'member',
  body: z.object({ platform: PlatformId, playlistId: ResourceId, playlistName: PlaylistName }),
  response: z.object({ allowed: z.literal(true), lastPlaylistUpdate: LastPlaylistUpdate.nullable().optional() }),
});

/** Why a track was not written. `retry`: nothing is known against the track, try again later. */
export const FailureReason = z.enum([
  'not_in_storefront',
  'no_isrc',
  'ambiguous',
  'version_conflict',
  'isrc_conflict',
  'not_a_song',
  'dropped_by_platform',
  'upstream_error',
  'platform_busy',
]);
export type FailureReason = z.infer<typeof FailureReason>;

/** The places of the request, from 0: each requested track is in exactly one of the three lists. */
const SourceIndex = z.object({ sourceIndex: z.number().int().nonnegative() });
const Written = RequestedTrack.extend({ targetId: z.string(), matchType: MatchType }).extend(SourceIndex.shape);
const Failed = RequestedTrack.extend({ reason: FailureReason, message: z.string() }).extend(SourceIndex.shape);
/** Written, but under a different ISRC: the member should check the version. */
const Mismatched = z
  .object({
    isrc: z.string().nullable(),
    name: z.string(),
    artist: z.string(),
    /** The ISRC found on the target, whichever platform that is. */
    appleISRC: z.string().nullable(),
    targetId: z.string(),
    targetUrl: z.url().nullable(),
    targetName: z.string(),
    targetArtist: z.string(),
    targetAlbum: z.string(),
    sourceDurationMs: z.number().nullable(),
    targetDurationMs: z.number().nullable(),
    matchType: MatchType,
    evidence: z.array(z.string()),
  })
  .extend(SourceIndex.shape);

export const WriteOutcome = z.object({
  added: z.array(Written),
  failed: z.array(Failed),
  mismatched: z.array(Mismatched),
});
export type WriteOutcome = z.infer<typeof WriteOutcome>;

/** Repeatable with an `Idempotency-Key` header: the same key answers again without a second write. */
export const addTrack = endpoint({
  method: 'POST',
  path: '/api/sync/add-track',
  access: 'member',
  body: z.object({
    platform: PlatformId,
    playlistId: ResourceId,
    playlistName: PlaylistName.optional(),
    track: RequestedTrack,
  }),
  response: WriteOutcome,
  timeoutMs: TRACK_WRITE_TIMEOUT_MS,
});

export const removeTrack = endpoint({
  method: 'POST',
  path: '/api/sync/remove-track',
  access: 'member',
  body: z.object({
    platform: PlatformId,
    playlistId: ResourceId,
    playlistName: PlaylistName.optional(),
    track: RequestedTrack.extend({ id: z.string().min(1).max(1000) }),
  }),
  response: z.object({
    /** Copies that are gone; 0 when it was not there any more. */
    removed: z.number().int().nonnegative(),
  }),
  timeoutMs: TRACK_WRITE_TIMEOUT_MS,
});

/** `tracks`: the spec's list of ISRCs, or track objects (which can also be found by text). Order and repeats are kept. */
export const createPlaylist = endpoint({
  method: 'POST',
  path: '/api/sync/create-playlist',
  access: 'member',
  body: z.object({
    platform: PlatformId,
    name: PlaylistName,
    description: z
      .string()
      .max(5000)
      .nullish()
      .transform((text) => text ?? ''),
    /** The source playlist, so that the pair is remembered. */
    sourcePlaylistId: ResourceId.optional(),
    tracks: z
      .array(
        z.union([
          z
            .string()
            .max(40)
            .transform((isrc) => RequestedTrack.parse({ isrc })),
          RequestedTrack,
        ]),
      )
      .max(PLAYLIST_MAX_TRACKS),
  }),
  response: WriteOutcome.extend({ data: z.tuple([Playlist]) }),
  bodyLimitBytes: PLAYLIST_BODY_LIMIT_BYTES,
  timeoutMs: PLAYLIST_WRITE_TIMEOUT_MS,
});

/** What would happen to a track if it were added now. */
export const Availability = z.discriminatedUnion('state', [
  z.object({ state: z.literal('addable'), matchType: MatchType }),
  z.object({ state: z.literal('unavailable'), reason: FailureReason, message: z.string() }),
  /** The platform could not be asked; nothing is known. */
  z.object({ state: z.literal('unknown'), message: z.string() }),
]);
export type Availability = z.infer<typeof Availability>;

/** `results` is aligned with `tracks`. */
export const availability = endpoint({
  method: 'POST',
  path: '/api/sync/availability',
  access: 'member',
  body: z.object({ platform: PlatformId, tracks: z.array(RequestedTrack).min(1).max(AVAILABILITY_MAX_TRACKS) }),
  response: z.object({ results: z.array(Availability) }),
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

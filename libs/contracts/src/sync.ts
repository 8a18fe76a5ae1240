import { z } from 'zod';
import { LastPlaylistUpdate } from './billing.js';
import { endpointsOf } from './endpoint.js';
import {
  ADD_GROUP_MAX,
  AVAILABILITY_MAX_TRACKS,
  PLAYLIST_BODY_LIMIT_BYTES,
  PLAYLIST_MAX_TRACKS,
  PLAYLIST_READ_TIMEOUT_MS,
  PLAYLIST_WRITE_TIMEOUT_MS,
  TRACK_WRITE_TIMEOUT_MS,
} from './limits.js';
import {
  Capabilities,
  MatchType,
  PlatformId,
  Playlist,
  Recording,
  RequestedTrack,
  ResourceId,
  Track,
} from './music.js';

const endpoint = endpointsOf('sync');

/** A playlist name somebody sends; cut to the platform's length only when it is written. */
const PlaylistName = z.string().min(1, 'must not be empty').max(2000);

/**
 * `platform` is the target; `playlistId` the source playlist, from which a remembered pairing is found.
 * `targetPlaylistId`: the member chose this target among several; it is remembered for the source.
 */
export const check = endpoint({
  method: 'POST',
  path: '/api/sync/check',
  access: 'member',
  body: z.object({
    platform: PlatformId,
    playlistName: PlaylistName,
    playlistId: ResourceId.optional(),
    targetPlaylistId: ResourceId.optional(),
    tracks: z.array(RequestedTrack).max(PLAYLIST_MAX_TRACKS),
  }),
  response: z.object({
    /** Whether a target playlist was found. */
    matched: z.boolean(),
    targetPlaylist: Playlist.nullable(),
    /** How the target was found. */
    foundBy: z.enum(['chosen', 'pairing', 'name', 'similar-name']).nullable(),
    /** The playlists a member may mean, the found one first: more than one when names are shared. */
    candidates: z.array(Playlist),
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
  'playlist_full',
  'playlist_read_only',
  'playlist_gone',
  'reconnect_required',
  'unconfirmed',
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
  /** What this write is called in `GET /api/sync/receipts/:operation`. */
  operation: z.uuid(),
  added: z.array(Written),
  failed: z.array(Failed),
  mismatched: z.array(Mismatched),
});
export type WriteOutcome = z.infer<typeof WriteOutcome>;

/**
 * Repeatable with an `Idempotency-Key` header: the same key answers again without a second write. Calls of one `group` for
 * one playlist are written together, in the order of their `track.position`; each gets its own answer.
 */
export const addTrack = endpoint({
  method: 'POST',
  path: '/api/sync/add-track',
  access: 'member',
  body: z.object({
    platform: PlatformId,
    playlistId: ResourceId,
    playlistName: PlaylistName.optional(),
    track: RequestedTrack,
    /** How many calls with this id are on their way. They are waited for a moment, not for ever. */
    group: z.object({ id: z.string().min(1).max(64), size: z.number().int().min(1).max(ADD_GROUP_MAX) }).optional(),
  }),
  response: WriteOutcome,
  timeoutMs: TRACK_WRITE_TIMEOUT_MS,
});

/**
 * Takes one entry out: the one at `track.position`, or, without a position, the last copy of the track. Repeatable with an
 * `Idempotency-Key` header.
 */
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
    operation: z.uuid(),
    /** 1 when the entry is gone; 0 when it was not there any more. */
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

/**
 * Where a platform does not let songs be removed (`removeTrack: 'rebuild'`): makes a new playlist of what stays, in order,
 * and moves the pairing to it. The old playlist remains. `remove` names entries of the old playlist by place and id, as
 * the member saw them; when they do not stand there any more nothing is made (409 `playlist_changed`).
 */
export const rebuildPlaylist = endpoint({
  method: 'POST',
  path: '/api/sync/rebuild-playlist',
  access: 'member',
  body: z.object({
    platform: PlatformId,
    playlistId: ResourceId,
    playlistName: PlaylistName.optional(),
    /** The source playlist, so that the pair is remembered. */
    sourcePlaylistId: ResourceId.optional(),
    remove: z
      .array(z.object({ position: z.number().int().nonnegative(), id: z.string().min(1).max(1000) }))
      .min(1)
      .max(PLAYLIST_MAX_TRACKS),
  }),
  response: WriteOutcome.extend({ data: z.tuple([Playlist]) }),
  bodyLimitBytes: PLAYLIST_BODY_LIMIT_BYTES,
  timeoutMs: PLAYLIST_WRITE_TIMEOUT_MS,
});

/**
 * What became of a write, row by row, for 90 days. `operation` is the id of its answer, or the `Idempotency-Key` it was
 * asked with, for an answer that got lost.
 */
export const receipt = endpoint({
  method: 'GET',
  path: '/api/sync/receipts/:operation',
  access: 'member',
  params: z.object({
    operation: z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be an operation or an Idempotency-Key'),
  }),
  response: z.object({
    operation: z.uuid(),
    kind: z.enum(['add', 'create', 'remove', 'rebuild']),
    platform: PlatformId,
    /** null while the playlist of a `create` or `rebuild` is not made. */
    playlistId: z.string().nullable(),
    playlistName: z.string(),
    /** `running`: somebody works on it. `open`: it broke off and is being looked into. */
    state: z.enum(['running', 'open', 'settled']),
    createdAt: z.iso.datetime(),
    settledAt: z.iso.datetime().nullable(),
    counts: z.object({
      requested: z.number().int(),
      confirmed: z.number().int(),
      failed: z.number().int(),
      /** Not known yet. */
      open: z.number().int(),
    }),
    rows: z.array(
      z.object({
        sourceIndex: z.number().int(),
        isrc: z.string().nullable(),
        name: z.string(),
        artist: z.string(),
        targetId: z.string().nullable(),
        matchType: MatchType.nullable(),
        /** `written`: the platform took it, but it was not seen there yet. */
        state: z.enum(['pending', 'written', 'confirmed', 'failed']),
        reason: FailureReason.nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
});

/** Everything sync keeps about the member: the record of changes and which playlists belong together. */
export const exportChanges = endpoint({
  method: 'GET',
  path: '/api/sync/export',
  access: 'member',
  response: z.object({
    /** Newest first. */
    changes: z.array(receipt.response),
    pairings: z.array(
      z.object({
        sourcePlatform: PlatformId,
        sourcePlaylistId: z.string(),
        targetPlatform: PlatformId,
        targetPlaylistId: z.string(),
        updatedAt: z.iso.datetime(),
      }),
    ),
  }),
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

/** What would happen to a track if it were added now. */
export const Availability = z.discriminatedUnion('state', [
  z.object({ state: z.literal('addable'), matchType: MatchType }),
  /** The song is there in another version only; `alternative` is the nearest. */
  z.object({
    state: z.literal('other_version'),
    reason: FailureReason,
    message: z.string(),
    alternative: Recording.pick({
      id: true,
      isrc: true,
      name: true,
      artists: true,
      album: true,
      url: true,
      durationMs: true,
      explicit: true,
    }),
  }),
  z.object({
    state: z.literal('unavailable'),
    reason: FailureReason,
    message: z.string(),
    /** Storefronts (country codes) where the platform is known to have it. */
    elsewhere: z.array(z.string()),
  }),
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

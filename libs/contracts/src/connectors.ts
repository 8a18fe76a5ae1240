import { z } from 'zod';
import { endpointsOf } from './endpoint.js';
import {
  PLAYLIST_BODY_LIMIT_BYTES,
  PLAYLIST_DESCRIPTION_MAX_CHARACTERS,
  PLAYLIST_MAX_TRACKS,
  PLAYLIST_NAME_MAX_CHARACTERS,
  PLAYLIST_READ_TIMEOUT_MS,
  PLAYLIST_WRITE_TIMEOUT_MS,
} from './limits.js';
import { Capabilities, PlatformId, Playlist, Recording, ResourceId, Track } from './music.js';

const endpoint = endpointsOf('connectors');
const OfPlatform = z.object({ platform: PlatformId });
const OfPlaylist = z.object({ platform: PlatformId, id: ResourceId });

export const platformStatus = endpoint({
  method: 'GET',
  path: '/api/:platform/status',
  access: 'member',
  params: OfPlatform,
  response: z.object({
    connected: z.boolean(),
    /** The platform ended our access (consent expired or was revoked): connect again. */
    reconnectRequired: z.boolean(),
    /** When the consent ends by itself; null where the platform does not say. */
    consentEndsAt: z.iso.datetime().nullable(),
    capabilities: Capabilities,
  }),
});

/** Everything connectors keeps about the member; no token. */
export const exportConnections = endpoint({
  method: 'GET',
  path: '/api/platforms/export',
  access: 'member',
  response: z.object({
    connections: z.array(
      z.object({
        platform: PlatformId,
        state: z.enum(['connected', 'reconnect_required']),
        /** The member's account there, as far as the platform names it. */
        accountId: z.string().nullable(),
        ownerId: z.string().nullable(),
        country: z.string(),
        authorizedAt: z.iso.datetime(),
        consentEndsAt: z.iso.datetime().nullable(),
      }),
    ),
    /** Lists of playlists as they were read last; kept for minutes. */
    cachedLibraries: z.array(
      z.object({ platform: PlatformId, expiresAt: z.iso.datetime(), playlists: z.array(Playlist) }),
    ),
  }),
});

export const platformProfile = endpoint({
  method: 'GET',
  path: '/api/:platform/me',
  access: 'member',
  params: OfPlatform,
  response: z.object({ display_name: z.string(), avatar: z.url().nullable() }),
});

/** Starts a consent by redirect. Sets the cookie that binds it to this browser. */
export const platformLogin = endpoint({
  method: 'GET',
  path: '/api/:platform/login',
  access: 'member',
  params: OfPlatform,
  response: z.object({ url: z.url() }),
});

/** Where the platform sends the browser back to; answers with a redirect to `/platforms`. */
export const platformCallback = endpoint({
  method: 'GET',
  path: '/api/:platform/callback',
  access: 'public',
  params: OfPlatform,
  /** A browser stands here, not a program: what makes no sense counts as missing and leads back to our own page. */
  query: z.object({
    code: z.string().max(4096).optional().catch(undefined),
    state: z.string().max(512).optional().catch(undefined),
    error: z.string().max(512).optional().catch('malformed'),
  }),
  response: z.undefined(),
});

/** The developer token for the platform's own script: short-lived and bound to our origin. */
export const platformToken = endpoint({
  method: 'GET',
  path: '/api/:platform/token',
  access: 'public',
  params: OfPlatform,
  response: z.object({ token: z.string(), scriptUrl: z.url() }),
});

export const platformConnect = endpoint({
  method: 'POST',
  path: '/api/:platform/connect',
  access: 'member',
  params: OfPlatform,
  body: z.object({ userToken: z.string().min(1).max(4096) }),
  response: z.object({ connected: z.literal(true) }),
});

export const platformDisconnect = endpoint({
  method: 'POST',
  path: '/api/:platform/disconnect',
  access: 'member',
  params: OfPlatform,
  response: z.object({ connected: z.literal(false) }),
});

export const listPlaylists = endpoint({
  method: 'GET',
  path: '/api/:platform/playlists',
  access: 'member',
  params: OfPlatform,
  response: z.array(Playlist),
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

export const getPlaylist = endpoint({
  method: 'GET',
  path: '/api/:platform/playlists/:id',
  access: 'member',
  params: OfPlaylist,
  response: Playlist,
});

export const playlistTrackCount = endpoint({
  method: 'GET',
  path: '/api/:platform/playlists/:id/trackCount',
  access: 'member',
  params: OfPlaylist,
  response: z.object({ track_count: z.number().int().nonnegative() }),
});

export const playlistTracks = endpoint({
  method: 'GET',
  path: '/api/:platform/playlists/:id/tracks',
  access: 'member',
  params: OfPlaylist,
  response: z.object({ tracks: z.array(Track) }),
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

export const likedTracks = endpoint({
  method: 'GET',
  path: '/api/:platform/tracks',
  access: 'member',
  params: OfPlatform,
  response: z.object({ tracks: z.array(Track) }),
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

export const likedCount = endpoint({
  method: 'GET',
  path: '/api/:platform/tracks/count',
  access: 'member',
  params: OfPlatform,
  response: z.object({ count: z.number().int().nonnegative() }),
});

/** Where the gate before one platform stands. */
export const GovernorState = z.object({
  platform: PlatformId,
  /** `open`: calls go out; `cooldown`: the platform asked us to wait; `broken`: it fails, and is left alone. */
  state: z.enum(['open', 'cooldown', 'broken']),
  /** When calls go out again; null while they do. */
  until: z.iso.datetime().nullable(),
  /** What may be sent now: the configured rate, or less after refusals. */
  callsPerSecond: z.number(),
  /** Calls that wait for their turn, by class. */
  waiting: z.object({
    interactive: z.number().int(),
    job: z.number().int(),
    background: z.number().int(),
    maintenance: z.number().int(),
  }),
  running: z.number().int(),
  callsLastHour: z.number().int(),
  throttledLastHour: z.number().int(),
});
export type GovernorState = z.infer<typeof GovernorState>;

/** What admin asks for its dashboard. Of this replica. */
export const platformGovernors = endpoint({
  method: 'GET',
  path: '/internal/connectors/governors',
  access: 'service',
  response: z.object({ platforms: z.array(GovernorState) }),
});

// What sync asks. The acting member is in the service token.

/** All playlists, read from the platform now (never from a cache): a target is chosen from them. */
export const readLibrary = endpoint({
  method: 'GET',
  path: '/internal/connectors/:platform/library',
  access: 'service',
  params: OfPlatform,
  response: z.object({ playlists: z.array(Playlist), capabilities: Capabilities }),
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

/** One playlist as it stands on the platform now. */
export const readPlaylist = endpoint({
  method: 'GET',
  path: '/internal/connectors/:platform/playlists/:id',
  access: 'service',
  params: OfPlaylist,
  response: z.object({ playlist: Playlist, tracks: z.array(Track), capabilities: Capabilities }),
  timeoutMs: PLAYLIST_READ_TIMEOUT_MS,
});

/** How many entries a playlist has now. */
export const countTracks = endpoint({
  method: 'GET',
  path: '/internal/connectors/:platform/playlists/:id/count',
  access: 'service',
  params: OfPlaylist,
  response: z.object({ track_count: z.number().int().nonnegative() }),
});

/** One answer of a look-up. A failed question is never the same as "not there". */
export const LookupAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), recordings: z.array(Recording).min(1) }),
  z.object({
    outcome: z.literal('absent'),
    /** Other storefronts in whose catalogue we have seen this ISRC within the last 30 days. Nothing is asked for it. */
    elsewhere: z.array(z.string()),
  }),
  z.object({
    outcome: z.literal('unknown'),
    reason: z.enum(['busy', 'failed']),
    /** When asking again is worth it; null where the platform does not say. */
    retryAfterSeconds: z.number().int().nullable(),
  }),
]);
export type LookupAnswer = z.infer<typeof LookupAnswer>;

/** Recordings by ISRC in the member's storefront. `answers` is aligned with `isrcs`. */
export const findByIsrc = endpoint({
  method: 'POST',
  path: '/internal/connectors/:platform/find-by-isrc',
  access: 'service',
  params: OfPlatform,
  body: z.object({ isrcs: z.array(z.string().regex(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/)).max(PLAYLIST_MAX_TRACKS) }),
  response: z.object({ answers: z.array(LookupAnswer) }),
  bodyLimitBytes: PLAYLIST_BODY_LIMIT_BYTES,
  timeoutMs: PLAYLIST_WRITE_TIMEOUT_MS,
});

/** Recordings by title and artist, for songs without a code or under another one. */
export const searchRecordings = endpoint({
  method: 'POST',
  path: '/internal/connectors/:platform/search',
  access: 'service',
  params: OfPlatform,
  body: z.object({ title: z.string().min(1).max(500), artist: z.string().max(500) }),
  response: z.object({ recordings: z.array(Recording) }),
});

export const createPlatformPlaylist = endpoint({
  method: 'POST',
  path: '/internal/connectors/:platform/create-playlist',
  access: 'service',
  params: OfPlatform,
  body: z.object({
    name: z.string().min(1).max(PLAYLIST_NAME_MAX_CHARACTERS),
    description: z.string().max(PLAYLIST_DESCRIPTION_MAX_CHARACTERS),
  }),
  response: Playlist,
  // After a lost answer the playlist is looked for before another is made: who gave up meanwhile would make a second one.
  timeoutMs: PLAYLIST_WRITE_TIMEOUT_MS,
});

/** What stopped a write. A write that had not begun throws the error of the same code instead. */
export const WriteProblem = z.object({
  code: z.enum([
    'platform_busy',
    'platform_unavailable',
    'platform_reconnect_required',
    'playlist_read_only',
    'playlist_full',
    /** The playlist vanished. */
    'not_found',
    /** The platform understood and declined. */
    'refused',
  ]),
  /** With `platform_busy`, and with `platform_unavailable` where it is known. */
  retryAfterSeconds: z.number().int().nullable(),
});
export type WriteProblem = z.infer<typeof WriteProblem>;

/**
 * Appends songs in order and reads back what really landed: platforms drop songs silently, and an error may come after
 * the write happened. `landed` is aligned with `recordingIds`:
 * - `yes`: the song stands in the playlist;
 * - `no`: it does not, and will not come by itself;
 * - `unknown`: it was sent, and reading back could not settle it. Sending it again may double it: read first.
 */
export const appendTracks = endpoint({
  method: 'POST',
  path: '/internal/connectors/:platform/playlists/:id/append',
  access: 'service',
  params: OfPlaylist,
  body: z.object({
    /**
     * Catalogue ids, or the ids of rows as `readPlaylist` gave them: a row is appended again without any look-up,
     * also where the catalogue does not know it (uploads).
     */
    recordingIds: z.array(z.string().min(1).max(200)).min(1).max(PLAYLIST_MAX_TRACKS),
    /** The playlist's size before the write, which tells what is new in it. */
    oldTotal: z.number().int().nonnegative(),
  }),
  response: z.object({
    landed: z.array(z.enum(['yes', 'no', 'unknown'])),
    /** Why the rest was not written; null when all landed, or were merely dropped. */
    problem: WriteProblem.nullable(),
  }),
  bodyLimitBytes: PLAYLIST_BODY_LIMIT_BYTES,
  timeoutMs: PLAYLIST_WRITE_TIMEOUT_MS,
});

/**
 * How one of several copies of a track goes: all go, and the others are put back at their places. Whoever holds the
 * plan can finish that after any crash, because it tells what the playlist shall look like in the end.
 */
export const RemovalPlan = z.object({
  /** Where the copies stood before, ascending. */
  copies: z.array(z.number().int().nonnegative()).min(2).max(PLAYLIST_MAX_TRACKS),
  /** The one of `copies` that goes. */
  removed: z.number().int().nonnegative(),
});
export type RemovalPlan = z.infer<typeof RemovalPlan>;

/**
 * Removes one copy of a track: the one at `position`, or the nearest to it when the member changed the list meanwhile.
 * `remove_unsupported` where the platform has no such call.
 *
 * 1. Call with `plan: null`. A track that stands there once is removed; the answer is `{removed: 1, plan: null}`.
 * 2. Of a track with several copies nothing is touched yet: the answer is `{removed: 0, plan}`. Store the plan, then
 *    call again with it, until an answer has `plan: null`. An answer may hold another plan than the one that was sent
 *    (the list changed before anything was done): store that one instead.
 * 3. After a crash or a lost answer repeat the call with the stored plan. It does what is missing and nothing twice.
 * 4. `problem` not null: the platform failed in the middle and copies may be missing. Keep the plan and repeat after
 *    `retryAfterSeconds`. A thrown error means that nothing was changed.
 */
export const removePlatformTrack = endpoint({
  method: 'POST',
  path: '/internal/connectors/:platform/playlists/:id/remove',
  access: 'service',
  params: OfPlaylist,
  body: z.object({
    trackId: z.string().min(1).max(1000),
    /** Place in the playlist as the member saw it, from 0; null = not known, the last copy goes. */
    position: z.number().int().nonnegative().nullable(),
    plan: RemovalPlan.nullable(),
  }),
  response: z.object({
    /** 1: one row is gone, and read back. 0: there was none, or `plan` says what to do. */
    removed: z.number().int().min(0).max(1),
    plan: RemovalPlan.nullable(),
    problem: WriteProblem.nullable(),
  }),
  bodyLimitBytes: PLAYLIST_BODY_LIMIT_BYTES,
  timeoutMs: PLAYLIST_WRITE_TIMEOUT_MS,
});

import type {
  Capabilities,
  LookupAnswer as ToldAnswer,
  Playlist,
  PlatformId,
  Recording,
  Track,
} from '@segue/contracts';

/**
 * Who waits for the answer: a person in front of a screen, a longer job that a member started, work nobody waits for,
 * or our own housekeeping.
 */
export type Priority = 'interactive' | 'job' | 'background' | 'maintenance';

/** The member a call is made for, and the way to that member's tokens. Nothing here is ever logged but `userId`. */
export interface MemberAccess {
  readonly userId: string;
  /** What the platform calls the member where it names the owners of playlists; null where it does not. */
  readonly ownerId: string | null;
  /** The catalogue the member sees: an Apple storefront, a Spotify market; `ANY_STOREFRONT` where it is not known. */
  readonly storefront: string;
  readonly priority: Priority;
  /**
   * The member's access token. With `rejected` (a token the platform has just refused) a fresh one; throws
   * `reconnect-required` when there is none to be had.
   */
  token(rejected?: string): Promise<string>;
  /** Throws `reconnect-required` once the member has disconnected or is gone: asked right before each call. */
  assertConnected(): Promise<void>;
}

/** Spotify's development mode does not tell a member's country; its ids are the same in all of them. */
export const ANY_STOREFRONT = 'any';

/** The tokens of a consent. `refreshToken` null: the platform sent none, a stored one stays valid. */
export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Until when the access token lives; null where the platform does not say. */
  readonly expiresAt: Date | null;
}

/** A member as the platform knows them, read with their own token. */
export interface PlatformProfile {
  /** Immutable and unique on the platform, for "one account, one member"; null where the platform tells none. */
  readonly accountId: string | null;
  readonly ownerId: string | null;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly storefront: string;
}

/** One answer of a platform's look-up. Where else a song is to be had no platform tells. */
export type LookupAnswer = Exclude<ToldAnswer, { outcome: 'absent' }> | { readonly outcome: 'absent' };

/** One place of a playlist, and what it teaches about the catalogue (`recording.id` is the catalogue's id). */
export interface PlaylistEntry {
  readonly track: Track;
  /** null where the place holds nothing of the catalogue: local files, uploads, episodes, empty slots. */
  readonly recording: Recording | null;
}

export interface TrackPage {
  /** Entries of the whole list; null where the platform does not say (a page past the end at Apple). */
  readonly total: number | null;
  readonly hasMore: boolean;
  /** `track.position` counts from the beginning of the list. */
  readonly entries: readonly PlaylistEntry[];
}

/** The browser leaves for the platform's consent page and comes back with a code. */
export interface RedirectConsent {
  readonly kind: 'redirect';
  /** `verifier` is the PKCE secret kept here; only its SHA-256 is in the address. */
  authorizeUrl(request: { state: string; verifier: string }): string;
  /** Throws `refused` when the platform does not take the code. */
  exchangeCode(request: { code: string; verifier: string }): Promise<TokenSet>;
  /** Throws `reconnect-required` when the consent has ended. */
  refresh(refreshToken: string): Promise<TokenSet>;
  /** When a consent given at `authorizedAt` ends by itself; null where the platform does not say. */
  endsAt(authorizedAt: Date): Date | null;
}

/** The platform's own script asks in the browser and hands over a token. */
export interface ClientTokenConsent {
  readonly kind: 'client-token';
  readonly scriptUrl: string;
  /** A short-lived token for the script, usable from pages of `origin` alone. */
  developerToken(origin: string): Promise<string>;
  /** Asks the platform who the token belongs to. Throws `refused` or `reconnect-required` for a token it does not take. */
  verifyUserToken(userToken: string, userId: string): Promise<PlatformProfile>;
  /** When a token handed over at `authorizedAt` ends by itself; null where the platform does not say. */
  endsAt(authorizedAt: Date): Date | null;
}

export type Consent = RedirectConsent | ClientTokenConsent;

export interface NewPlaylist {
  readonly name: string;
  readonly description: string;
}

/**
 * A streaming platform. Every method may throw `PlatformError` (see `platform-error.ts`) and nothing else it expects
 * to happen. Ids that come in are put into addresses percent-encoded.
 */
export interface Platform {
  readonly id: PlatformId;
  readonly capabilities: Capabilities;
  readonly consent: Consent;

  profile(access: MemberAccess): Promise<PlatformProfile>;
  /** The member's playlists page by page, in the platform's order; unusable entries are left out. */
  playlists(access: MemberAccess): AsyncIterable<readonly Playlist[]>;
  playlist(access: MemberAccess, playlistId: string): Promise<Playlist>;
  trackCount(access: MemberAccess, playlistId: string): Promise<number>;
  /** All tracks in order. Pages are fetched a few ahead of the reader. */
  tracks(access: MemberAccess, playlistId: string): AsyncIterable<TrackPage>;
  /** How many entries `trackPage` returns at most. */
  readonly tracksPerPage: number;
  /** The entries from `offset` on, at most `tracksPerPage`, one call. */
  trackPage(access: MemberAccess, playlistId: string, offset: number): Promise<TrackPage>;
  /** Throws `unsupported` where `capabilities.likedSongs` is false; so does `likedCount`. */
  likedTracks(access: MemberAccess): AsyncIterable<TrackPage>;
  likedCount(access: MemberAccess): Promise<number>;

  /**
   * Recordings by normalised ISRC in the member's storefront, aligned with `isrcs`. One failed call makes its own
   * answers `unknown`, never `absent`.
   */
  findByIsrcs(access: MemberAccess, isrcs: readonly string[]): Promise<LookupAnswer[]>;
  /** Whether a look-up now and then finds nothing although the song is there. */
  readonly lookupMayMiss: boolean;
  search(access: MemberAccess, words: { title: string; artist: string }): Promise<Recording[]>;

  /** One call, private where the platform lets us. Never repeated here: see `writing/create-playlist.ts`. */
  create(access: MemberAccess, playlist: NewPlaylist): Promise<Playlist>;
  /**
   * Appends at most `capabilities.tracksPerAdd` songs, by catalogue id or by the id of a row. Never repeated here: see
   * `writing/append.ts`.
   */
  add(access: MemberAccess, playlistId: string, recordingIds: readonly string[]): Promise<void>;
  /** The catalogue's id behind an id that `add` takes; null for a row whose id does not tell. */
  catalogueIdOf(id: string): string | null;
  /** Whether an `add` that ended well may have left songs out: then only reading back tells. */
  readonly dropsSilently: boolean;
  /** Removes every copy of a track. Throws `unsupported` unless `capabilities.removeTrack` is `all-copies`. */
  remove(access: MemberAccess, playlistId: string, trackId: string): Promise<void>;
  /** Puts one track at a place (0 = first), the rest moves on. Throws `unsupported` where `remove` does. */
  insert(access: MemberAccess, playlistId: string, trackId: string, position: number): Promise<void>;
}

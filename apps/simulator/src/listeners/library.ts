import { type PlatformId } from '@segue/contracts';
import { derivedId, type Chance } from '../chance.js';

/** One slot of a playlist. `gone` is what Spotify shows as a null track: once a song, now nothing. */
export type Entry = { addedAtMs: number } & (
  | { kind: 'song'; id: string }
  | { kind: 'local'; name: string; artist: string }
  /** Apple's only. */
  | { kind: 'video'; name: string; artist: string }
  | { kind: 'episode'; id: string; name: string }
  | { kind: 'gone' }
);

export interface Playlist {
  id: string;
  name: string;
  description: string | null;
  /** The listener who owns it; somebody else's name for a followed one. */
  ownerId: string;
  /** Spotify: false = followed, not ours. Apple: `canEdit`. */
  editable: boolean;
  public: boolean;
  collaborative: boolean;
  hasCover: boolean;
  /** Listed, but nothing behind it: a null on Spotify, a nameless deleted playlist on Apple. */
  ghost: boolean;
  entries: Entry[];
  createdAtMs: number;
  changedAtMs: number;
  /** Spotify's versions, oldest first; a few are kept, because readers may see an older one for a while. */
  snapshots: { id: string; atMs: number }[];
  /** What readers still see after a write that shows late. */
  stale?: { entries: Entry[]; untilMs: number };
}

/** A platform account with its library. */
export interface Listener {
  id: string;
  platform: PlatformId;
  displayName: string | null;
  /** Lower case, as Apple writes storefronts. */
  country: string;
  playlists: Playlist[];
  /** Spotify's saved songs, newest first. */
  liked: Entry[];
}

const SNAPSHOTS_KEPT = 5;

export interface NewPlaylist {
  id?: string;
  name: string;
  description?: string | null;
  ownerId: string;
  editable?: boolean;
  public?: boolean;
  collaborative?: boolean;
  hasCover?: boolean;
  ghost?: boolean;
  entries: Entry[];
}

export function makePlaylist(platform: PlatformId, given: NewPlaylist, nowMs: number, chance: Chance): Playlist {
  const playlist: Playlist = {
    id: given.id ?? (platform === 'spotify' ? chance.token(22) : `p.${chance.token(15)}`),
    name: given.name,
    description: given.description ?? null,
    ownerId: given.ownerId,
    editable: given.editable ?? true,
    public: given.public ?? false,
    collaborative: given.collaborative ?? false,
    hasCover: given.hasCover ?? true,
    ghost: given.ghost ?? false,
    entries: given.entries,
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    snapshots: [],
  };
  markChanged(playlist, nowMs);
  return playlist;
}

/** The playlist as readers see it: without the writes that show late. */
export const asRead = (playlist: Playlist, nowMs: number): Playlist =>
  playlist.stale && playlist.stale.untilMs > nowMs ? { ...playlist, entries: playlist.stale.entries } : playlist;

/** Readers see the playlist as it is now, whatever is written, for so many seconds. */
export function showLate(playlist: Playlist, seconds: number, nowMs: number): void {
  const untilMs = Math.max(playlist.stale?.untilMs ?? 0, nowMs + seconds * 1000);
  playlist.stale = { entries: asRead(playlist, nowMs).entries, untilMs };
}

/** A new version of the whole playlist, name and cover included. Returns its snapshot id. */
export function markChanged(playlist: Playlist, nowMs: number): string {
  const version = Number(playlist.snapshots.at(-1)?.id.split('.')[0] ?? 0) + 1;
  const id = `${version}.${derivedId(24, playlist.id, String(version), String(nowMs))}`;
  playlist.snapshots = [...playlist.snapshots, { id, atMs: nowMs }].slice(-SNAPSHOTS_KEPT);
  playlist.changedAtMs = nowMs;
  return id;
}

/** Derived, so that a demo playlist keeps its id over resets and restarts. */
export const demoPlaylistId = (platform: PlatformId, listener: string, name: string): string =>
  platform === 'spotify' ? derivedId(22, platform, listener, name) : `p.${derivedId(15, platform, listener, name)}`;

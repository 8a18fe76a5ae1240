import { type Playlist, PLAYLIST_CACHE_MS, type PlatformId } from '@segue/contracts';
import { readStored, STORAGE, writeStored } from '../../lib/storage.js';
import { isPlaylist } from './is-playlist.js';

interface CachedLibrary {
  /** When it was read, ms since 1970. */
  timestamp: number;
  playlists: Playlist[];
}

const keyOf = (platform: PlatformId) => STORAGE.libraryPrefix + platform;

/** The playlists of the last five minutes, shown while fresh ones are fetched. An empty cache counts as none. */
export function readLibraryCache(platform: PlatformId, nowMs: number): Playlist[] | undefined {
  const cached = readStored(keyOf(platform));
  if (!isCachedLibrary(cached) || cached.playlists.length === 0) return undefined;
  const ageMs = nowMs - cached.timestamp;
  return ageMs >= 0 && ageMs < PLAYLIST_CACHE_MS ? cached.playlists : undefined;
}

export function writeLibraryCache(platform: PlatformId, playlists: Playlist[], nowMs: number): void {
  writeStored(keyOf(platform), { timestamp: nowMs, playlists } satisfies CachedLibrary);
}

function isCachedLibrary(value: unknown): value is CachedLibrary {
  if (typeof value !== 'object' || value === null) return false;
  const { timestamp, playlists } = value as Partial<CachedLibrary>;
  return typeof timestamp === 'number' && Array.isArray(playlists) && playlists.every(isPlaylist);
}

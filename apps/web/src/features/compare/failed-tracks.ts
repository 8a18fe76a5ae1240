import { PLATFORM_IDS, type PlatformId } from '@segue/contracts';
import { readStored, STORAGE, writeStored } from '../../lib/storage.js';

/** A track that could not be found when it was last tried. */
export interface FailedTrack {
  isrc: string | null;
  name: string;
  artist: string;
  /** Where it could not be found. */
  platform: PlatformId;
}

type Named = { isrc: string | null; name: string; artist?: string | undefined };

/** A list that grew without end would slow every start; the oldest are forgotten first. */
const MOST_REMEMBERED = 5000;

const keyOf = (platform: PlatformId, { isrc, name, artist }: Named) =>
  `${platform}:${isrc ?? `${name}\n${artist ?? ''}`}`;

export function readFailedTracks(): FailedTrack[] {
  const stored = readStored(STORAGE.failedTracks);
  return Array.isArray(stored) ? stored.filter(isFailedTrack) : [];
}

/** A question about the remembered failures as they are now. */
export function failedLookup(platform: PlatformId): (track: Named) => boolean {
  const keys = new Set(readFailedTracks().map((track) => keyOf(track.platform, track)));
  return (track) => keys.has(keyOf(platform, track));
}

export function rememberFailed(platform: PlatformId, tracks: readonly Named[]): void {
  if (tracks.length === 0) return;
  const entries = tracks.map(({ isrc, name, artist = '' }) => ({ isrc, name, artist, platform }));
  const all = new Map([...readFailedTracks(), ...entries].map((track) => [keyOf(track.platform, track), track]));
  writeStored(STORAGE.failedTracks, [...all.values()].slice(-MOST_REMEMBERED));
}

export function forgetFailed(platform: PlatformId, track: Named): void {
  const key = keyOf(platform, track);
  writeStored(
    STORAGE.failedTracks,
    readFailedTracks().filter((other) => keyOf(other.platform, other) !== key),
  );
}

function isFailedTrack(value: unknown): value is FailedTrack {
  if (typeof value !== 'object' || value === null) return false;
  const { isrc, name, artist, platform } = value as Partial<FailedTrack>;
  return (
    (isrc === null || typeof isrc === 'string') &&
    typeof name === 'string' &&
    typeof artist === 'string' &&
    PLATFORM_IDS.some((id) => id === platform)
  );
}

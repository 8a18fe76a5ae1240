import type { Playlist } from '@segue/contracts';
import { PlatformError } from '../platforms/platform-error.js';
import type { MemberAccess, NewPlaylist, Platform } from '../platforms/platform.js';
import type { Timing } from '../timing.js';

/** New playlists appear in Apple's list after 4 to 9 s, and up to half a minute late at times. */
const PAUSES_MS = [2_000, 4_000, 8_000, 16_000];

/**
 * Creates a playlist. After an error it looks for an empty playlist of that name and text first, because the lost
 * answer may belong to a playlist that was made; only when there is none it tries once more.
 */
export async function createPlaylist(
  platform: Platform,
  access: MemberAccess,
  wanted: NewPlaylist,
  timing: Timing,
): Promise<Playlist> {
  try {
    return await platform.create(access, wanted);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.leavesDoubt) throw error;
    for (const pauseMs of PAUSES_MS) {
      await timing.sleep(pauseMs);
      const made = await findUntouched(platform, access, wanted);
      if (made) return made;
    }
    return platform.create(access, wanted);
  }
}

async function findUntouched(
  platform: Platform,
  access: MemberAccess,
  { name, description }: NewPlaylist,
): Promise<Playlist | null> {
  for await (const page of platform.playlists(access)) {
    for (const playlist of page) {
      if (playlist.name !== name || playlist.description !== description || !playlist.editable) continue;
      const count = playlist.track_count ?? (await platform.trackCount(access, playlist.id));
      if (count === 0) return { ...playlist, track_count: 0 };
    }
  }
  return null;
}

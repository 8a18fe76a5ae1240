import { PlatformError } from '../platforms/platform-error.js';
import type { MemberAccess, Platform } from '../platforms/platform.js';
import type { Timing } from '../timing.js';

const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/**
 * Removes every copy of a track and counts by the playlist's size how many there were: an answer of success alone
 * proves nothing, a relinked song may stay. Removing twice is the same as once, so after an error that changed nothing
 * it is tried again.
 * @returns how many entries are gone; 0 when none went.
 */
export async function removeTrack(
  platform: Platform,
  access: MemberAccess,
  { playlistId, trackId }: { playlistId: string; trackId: string },
  timing: Timing,
): Promise<number> {
  if (platform.capabilities.removeTrack !== 'all-copies') throw new PlatformError('unsupported', platform.id);
  const before = await platform.trackCount(access, playlistId);
  const goneAfter = async (): Promise<number> => {
    let gone = before - (await platform.trackCount(access, playlistId));
    for (const pauseMs of PAUSES_MS) {
      if (gone > 0) break;
      await timing.sleep(pauseMs);
      gone = before - (await platform.trackCount(access, playlistId));
    }
    return Math.max(0, gone);
  };
  try {
    await platform.remove(access, playlistId, trackId);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.leavesDoubt) throw error;
    const gone = await goneAfter();
    if (gone > 0) return gone;
    await platform.remove(access, playlistId, trackId);
  }
  return goneAfter();
}

import { PlatformError } from '../platforms/platform-error.js';
import { lookUntil, PAUSES_AFTER_SUCCESS_MS, PAUSES_IN_DOUBT_MS } from './patience.js';
import { PlannedRemoval } from './planned-removal.js';
import { problemOf } from './problem.js';
import { NOT_REMOVED, NOTHING_TO_REMOVE, REMOVED, type RemovalRequest, type RemovalResult } from './removal.js';
import { planOf } from './removal-plan.js';
import { readRows, type Row } from './rows.js';

/**
 * Removes one copy of a track, see `removePlatformTrack` in the contracts: the only copy at once, one of several by a
 * plan that the caller has stored. Throws only while nothing was changed.
 */
export async function removeTrack(request: RemovalRequest): Promise<RemovalResult> {
  const { platform, trackId, position, plan } = request;
  if (platform.capabilities.removeTrack !== 'all-copies') throw new PlatformError('unsupported', platform.id);
  const rows = await readRows(request);
  const copies = rows.filter(({ id }) => id === trackId);
  if (copies.some(({ kind }) => kind === 'gone')) return NOT_REMOVED;
  if (plan !== null) return new PlannedRemoval(request, plan).carryOut(rows);
  if (copies.length === 0) return NOTHING_TO_REMOVE;
  if (copies.length === 1) return removeOnlyCopy(request, rows);
  // Local files cannot be put back.
  if (copies.some(({ kind }) => kind === 'local')) return NOT_REMOVED;
  return { removed: 0, plan: planOf(rows, trackId, position), problem: null };
}

/** Removing twice is the same as once here, so after an error that changed nothing it is tried again. */
async function removeOnlyCopy(request: RemovalRequest, rows: readonly Row[]): Promise<RemovalResult> {
  const { platform, access, playlistId, trackId } = request;
  const remove = () => platform.remove(access, playlistId, trackId);
  const isDone = await remove().then(
    () => true,
    (error: unknown) => {
      if (error instanceof PlatformError && error.leavesDoubt) return false;
      throw error;
    },
  );
  try {
    if (!isDone) {
      if (await isGone(request, rows, PAUSES_IN_DOUBT_MS)) return REMOVED;
      await remove();
    }
    return (await isGone(request, rows, PAUSES_AFTER_SUCCESS_MS)) ? REMOVED : NOT_REMOVED;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { removed: 0, plan: null, problem: problemOf(error) };
  }
}

/** The size tells with one call; only when it says something else the whole list is read. */
async function isGone(request: RemovalRequest, rows: readonly Row[], pausesMs: readonly number[]): Promise<boolean> {
  const { platform, access, playlistId, trackId, timing } = request;
  const look = async () =>
    (await platform.trackCount(access, playlistId)) === rows.length - 1 ||
    !(await readRows(request)).some(({ id }) => id === trackId);
  return lookUntil(look, (gone) => gone, pausesMs, timing);
}

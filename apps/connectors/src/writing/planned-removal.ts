import type { RemovalPlan } from '@segue/contracts';
import { PlatformError } from '../platforms/platform-error.js';
import { lookUntil, PAUSES_AFTER_SUCCESS_MS, PAUSES_IN_DOUBT_MS, QUICK_LOOKS } from './patience.js';
import { isLongPause, problemOf } from './problem.js';
import { REMOVED, type RemovalRequest, type RemovalResult } from './removal.js';
import { placesInTheEnd, planOf } from './removal-plan.js';
import { placesOf, readRows, type Row } from './rows.js';

/** Thrown inside when the platform fails while copies may be missing. */
class Unfinished extends Error {
  constructor(readonly because: PlatformError) {
    super('copies may be missing', { cause: because });
  }
}

/**
 * Takes all copies of a track out and puts those that stay back, in ascending order: then each has its last place as
 * soon as it is in, and any number of copies that stand there tells how far an earlier run came. So the same plan can
 * be carried out again after a crash at any point.
 */
export class PlannedRemoval {
  /** Where copies have to stand in the end. */
  private readonly wanted: readonly number[];

  constructor(
    private readonly request: RemovalRequest,
    private readonly plan: RemovalPlan,
  ) {
    this.wanted = placesInTheEnd(plan);
  }

  /** @param rows the list as it stands now. */
  async carryOut(rows: readonly Row[]): Promise<RemovalResult> {
    const { trackId } = this.request;
    const copies = placesOf(rows, trackId);
    if (copies.length > this.wanted.length && !sameList(copies, this.plan.copies)) {
      return { removed: 0, plan: planOf(rows, trackId, this.plan.removed), problem: null };
    }
    try {
      await this.finish(await this.withoutSurplus(rows, copies.length));
      return REMOVED;
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      return { removed: 0, plan: this.plan, problem: problemOf(error.because) };
    }
  }

  /** The list with as many copies as shall stay, or fewer. */
  private async withoutSurplus(rows: readonly Row[], copies: number): Promise<Row[]> {
    if (copies === this.wanted.length) return [...rows];
    // An earlier run came this far; what it put back last may not show yet.
    if (copies < this.wanted.length) return this.orUnfinished(() => this.lookForCopies(this.wanted.length));
    await this.removeAllCopies();
    return rows.filter(({ id }) => id !== this.request.trackId);
  }

  private async removeAllCopies(): Promise<void> {
    const { platform, access, playlistId, trackId } = this.request;
    const remove = () => platform.remove(access, playlistId, trackId);
    try {
      await remove();
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.leavesDoubt) throw error;
      const rows = await this.orUnfinished(() => this.lookForCopies(0));
      // Nothing was put back yet, so removing again harms nothing.
      if (placesOf(rows, trackId).length > 0) await this.orUnfinished(remove);
    }
  }

  private async finish(rows: Row[]): Promise<void> {
    const { trackId } = this.request;
    for (const place of this.wanted) {
      if (placesOf(rows, trackId).length === this.wanted.length) break;
      if (rows[place]?.id === trackId) continue;
      const at = Math.min(place, rows.length);
      await this.orUnfinished(() => this.putBack(rows, at));
      rows.splice(at, 0, { id: trackId, kind: 'song' });
    }
    await this.orUnfinished(() => this.verify(rows));
  }

  private async putBack(rows: readonly Row[], place: number): Promise<void> {
    const { platform, access, playlistId, trackId } = this.request;
    const insert = () => platform.insert(access, playlistId, trackId, place);
    try {
      await insert();
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.leavesDoubt || isLongPause(error)) throw error;
      const expected = rows.toSpliced(place, 0, { id: trackId, kind: 'song' });
      if (await this.shows(expected, error.kind === 'busy' ? [] : PAUSES_IN_DOUBT_MS)) return;
      await insert();
    }
  }

  /** Full content, order included. A member who edits at the same time is right: then the number of copies has to do. */
  private async verify(expected: readonly Row[]): Promise<void> {
    const { platform, trackId } = this.request;
    if (await this.shows(expected, PAUSES_AFTER_SUCCESS_MS)) return;
    const copies = placesOf(await readRows(this.request), trackId).length;
    if (copies !== this.wanted.length) throw new PlatformError('unavailable', platform.id, { reason: 'late list' });
  }

  private async shows(expected: readonly Row[], pausesMs: readonly number[]): Promise<boolean> {
    const { timing, trackId } = this.request;
    const copies = placesOf(expected, trackId).length;
    const isThere = (rows: readonly Row[]) => sameList(rows.map(idOf), expected.map(idOf));
    const rows = await lookUntil(
      () => readRows(this.request),
      (seen, pauses) => isThere(seen) || (pauses >= QUICK_LOOKS && placesOf(seen, trackId).length === copies),
      pausesMs,
      timing,
    );
    return isThere(rows) || placesOf(rows, trackId).length === copies;
  }

  private lookForCopies(count: number): Promise<Row[]> {
    return lookUntil(
      () => readRows(this.request),
      (rows) => placesOf(rows, this.request.trackId).length === count,
      PAUSES_IN_DOUBT_MS,
      this.request.timing,
    );
  }

  private async orUnfinished<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof PlatformError ? new Unfinished(error) : error;
    }
  }
}

const idOf = ({ id }: Row): string => id;
const sameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

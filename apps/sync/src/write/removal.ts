import { Injectable } from '@nestjs/common';
import { countTracks, removePlatformTrack } from '@segue/contracts';
import { AppError, ServiceClient } from '@segue/service';
import { Ledger } from '../ledger/ledger.js';
import type { Operation } from '../ledger/operation.entity.js';
import { MayHaveWritten, writing } from './may-have-written.js';
import { PlaylistLease } from './playlist-lease.js';

/** The entry that is to go. */
export interface Leaving {
  trackId: string;
  /** Its place as the member saw it; null = the last copy. */
  position: number | null;
}

/** Plans change at most as often as the member edits the playlist meanwhile. */
const MOST_PLANS = 5;
const NOT_REMOVED = 'The platform did not remove this track, although it was asked to.';

/** Carries a removal out as its only writer, by the plan the ledger keeps. */
@Injectable()
export class Removal {
  constructor(
    private readonly client: ServiceClient,
    private readonly ledger: Ledger,
    private readonly lease: PlaylistLease,
  ) {}

  /**
   * @returns how many entries are gone: 1, or 0 when there was none.
   * @throws MayHaveWritten when the platform failed in the middle: repeated with the kept plan it puts back what is missing.
   */
  carryOut(operation: Operation, playlistId: string, leaving: Leaving): Promise<number> {
    return this.lease.hold(operation.platform, playlistId, () => this.takeOut(operation, playlistId, leaving));
  }

  private async takeOut(operation: Operation, playlistId: string, leaving: Leaving): Promise<number> {
    const { userId, platform, removalPlan: keptPlan } = operation;
    const params = { platform, id: playlistId };
    const wasBegun = operation.sizeBefore !== null;
    if (!wasBegun) {
      const { track_count: size } = await this.client.call(countTracks, { params, userId });
      await this.ledger.begin([operation], size);
    }
    for (let planned = 0; planned <= MOST_PLANS; planned += 1) {
      const body = { ...leaving, plan: operation.removalPlan };
      const { removed, plan, problem } = await writing(this.client.call(removePlatformTrack, { params, userId, body }));
      if (problem?.code === 'refused') throw new AppError('remove_unsupported', {}, { message: NOT_REMOVED });
      if (problem !== null) throw new MayHaveWritten(null, problem);
      // The only copy may have gone before the answer got lost: then there is none any more.
      if (plan === null) return removed === 0 && wasBegun && keptPlan === null ? 1 : removed;
      await this.ledger.keepPlan(operation, plan);
    }
    throw new AppError('playlist_changed');
  }
}

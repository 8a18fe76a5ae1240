import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  type claimAllowance,
  FREE_UPDATE_WINDOW_MS,
  type LastPlaylistUpdate,
  type releaseAllowance,
  type ResponseOf,
  type settleAllowance,
} from '@segue/contracts';
import { type ActingUser, Clock, Outbox } from '@segue/service';
import { DataSource, type EntityManager } from 'typeorm';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { AllowanceSlot } from './allowance-slot.entity.js';

/**
 * Takes the member's slot if it is free, expired, or already this playlist's. One statement, so that of any number
 * of parallel claims exactly one wins: the row's lock makes the others look again. A returned row means granted.
 * A claim without a name (add-track need not send one) keeps the name its playlist had.
 * Parameters: user, platform, playlist, name, now, end of the window that counts, writes (1, or 0 to reserve).
 */
const CLAIM = `
  INSERT INTO allowance_slots AS slot
    (user_id, platform, playlist_id, playlist_name, first_updated_at, updated_at, writes)
  VALUES ($1, $2, $3, $4, $5, $5, $7)
  ON CONFLICT (user_id) DO UPDATE SET
    platform = EXCLUDED.platform,
    playlist_id = EXCLUDED.playlist_id,
    playlist_name = CASE
      WHEN EXCLUDED.playlist_name = '' AND (slot.platform, slot.playlist_id) = (EXCLUDED.platform, EXCLUDED.playlist_id)
      THEN slot.playlist_name ELSE EXCLUDED.playlist_name END,
    first_updated_at = CASE WHEN slot.first_updated_at <= $6 THEN $5 ELSE slot.first_updated_at END,
    updated_at = $5,
    writes = CASE WHEN slot.first_updated_at <= $6 THEN $7 ELSE slot.writes + $7 END
  WHERE slot.first_updated_at <= $6
     OR (slot.platform, slot.playlist_id) = (EXCLUDED.platform, EXCLUDED.playlist_id)
  RETURNING first_updated_at = $5 AS taken, writes = 1 AND $7 = 1 AS fresh`;

/** The daily allowance of free members: one playlist in 24 hours, exact under any number of parallel calls. */
@Injectable()
export class AllowanceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: Clock,
  ) {}

  /** Premium members need no slot, and theirs stays as it was: when Premium ends, the old day counts. */
  async claim(user: ActingUser, body: BodyOf<typeof claimAllowance>): Promise<ResponseOf<typeof claimAllowance>> {
    return this.dataSource.transaction(async (tx) => {
      const { subscriptionStatus } = await this.subscriptions.planOf(user._id, tx);
      if (subscriptionStatus === 'active') return { granted: true, fresh: false, availableAt: null };
      const now = this.clock.now();
      const windowStart = new Date(now.getTime() - FREE_UPDATE_WINDOW_MS);
      const { platform, playlistId, playlistName, reserveOnly } = body;
      const values = [user._id, platform, playlistId, playlistName, now, windowStart, reserveOnly ? 0 : 1];
      const [granted]: Array<{ taken: boolean; fresh: boolean }> = await tx.query(CLAIM, values);
      const slot = await tx.findOneByOrFail(AllowanceSlot, { userId: user._id });
      if (granted?.taken)
        await this.outbox.publish(tx, 'allowance.claimed', { userId: user._id, lastPlaylistUpdate: toUpdate(slot) });
      return {
        granted: granted !== undefined,
        fresh: granted?.fresh ?? false,
        availableAt: availableAt(slot).toISOString(),
      };
    });
  }

  /** Only while no other write has claimed the slot: that one may have written something. */
  async release(user: ActingUser, target: BodyOf<typeof releaseAllowance>): Promise<{ released: boolean }> {
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(AllowanceSlot)
      .where({ userId: user._id, ...target, writes: 1 })
      .execute();
    return { released: (affected ?? 0) > 0 };
  }

  async settle(user: ActingUser, body: BodyOf<typeof settleAllowance>): Promise<{ settled: boolean }> {
    const { platform, playlistId, createdId } = body;
    const { affected } = await this.dataSource
      .getRepository(AllowanceSlot)
      .update({ userId: user._id, platform, playlistId }, { playlistId: createdId });
    return { settled: (affected ?? 0) > 0 };
  }

  async lastUpdate(user: ActingUser): Promise<LastPlaylistUpdate | null> {
    const slot = await this.dataSource.getRepository(AllowanceSlot).findOneBy({ userId: user._id });
    return slot && toUpdate(slot);
  }

  async forget(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(AllowanceSlot, { userId });
  }
}

const availableAt = (slot: AllowanceSlot): Date => new Date(slot.firstUpdatedAt.getTime() + FREE_UPDATE_WINDOW_MS);

const toUpdate = (slot: AllowanceSlot): LastPlaylistUpdate => ({
  firstUpdatedAt: slot.firstUpdatedAt.toISOString(),
  updatedAt: slot.updatedAt.toISOString(),
  targetPlaylistId: slot.playlistId,
  targetPlaylistName: slot.playlistName,
  targetPlatform: slot.platform,
});

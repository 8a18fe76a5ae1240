import { Inject, Injectable } from '@nestjs/common';
import { type PlatformId, readPlaylist } from '@segue/contracts';
import { Clock, LOGGER, Outbox, PeriodicJob, ServiceClient } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { soughtItem, standAmong } from '../write/look-back.js';
import { PlaylistLease } from '../write/playlist-lease.js';
import { Removal } from '../write/removal.js';
import { type ItemEnd, Ledger } from './ledger.js';
import { OperationLeases } from './operation-leases.js';
import { Operation, OperationItem } from './operation.entity.js';

const EVERY_MS = 15_000;
/** A platform that cannot be read now is asked again after this long. */
const LOOK_AGAIN_MS = 5 * 60_000;
/** Nobody repeats a request after this long; what was not seen until then stays open on the receipt. */
const GIVE_UP_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_AT_ONCE = 20;

const FIND = `
  SELECT id FROM operations
  WHERE settled_at IS NULL AND lease_expires_at < now() AND look_at <= $1 AND created_at > $2
  ORDER BY look_at LIMIT ${MOST_AT_ONCE}`;

/**
 * Finds out what became of writes that broke off (their process died, contact was lost) and that no member repeated: looks
 * into the playlist, settles each row and adds nothing. What is missing comes in when the member asks for it again; a
 * write that goes on behind a member's back could double what they did by hand meanwhile.
 */
@Injectable()
export class BrokenOff extends PeriodicJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly client: ServiceClient,
    private readonly ledger: Ledger,
    private readonly leases: OperationLeases,
    private readonly playlists: PlaylistLease,
    private readonly removal: Removal,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('broken-off', logger, EVERY_MS);
  }

  /** Settles what is due now. */
  async run(): Promise<void> {
    const now = this.clock.now();
    const oldest = new Date(now.getTime() - GIVE_UP_MS);
    const due: Array<{ id: string }> = await this.dataSource.query(FIND, [now, oldest]);
    for (const { id } of due) {
      if (!(await this.leases.take(id))) continue;
      try {
        await this.settle(id);
      } catch (error) {
        await this.lookAgain(id);
        this.logger.warn(
          { event: 'operations.not-settled', operation: id, err: error },
          'a broken-off write stays open',
        );
      } finally {
        await this.leases.letGo(id);
      }
    }
  }

  /** The member connected the platform again: what waited for that can be looked into now. */
  async lookNow(userId: string, platform: PlatformId): Promise<void> {
    await this.dataSource.query(
      'UPDATE operations SET look_at = $1 WHERE user_id = $2 AND platform = $3 AND settled_at IS NULL',
      [this.clock.now(), userId, platform],
    );
  }

  private async settle(id: string): Promise<void> {
    const operation = await this.dataSource.getRepository(Operation).findOneByOrFail({ id });
    const items = await this.dataSource
      .getRepository(OperationItem)
      .find({ where: { operationId: id }, order: { sourceIndex: 'ASC' } });
    const open = items.filter(({ state }) => state === 'pending' || state === 'written');
    const { platform, playlistId } = operation;
    if (playlistId !== null && operation.removalPlan !== null) return this.finishRemoval(operation, playlistId, open);
    if (playlistId === null || operation.sizeBefore === null || open.length === 0) {
      return this.close(operation, open, new Set());
    }
    await this.playlists.hold(platform, playlistId, async () => {
      const there = await this.lookInto(operation, playlistId, operation.sizeBefore ?? 0, open);
      await this.close(operation, open, there);
    });
  }

  /** The exception: copies that a removal took too much are put back, whether anybody asks again or not. */
  private async finishRemoval(operation: Operation, playlistId: string, open: readonly OperationItem[]): Promise<void> {
    const [item] = open;
    if (item?.targetId) {
      // The plan knows which copy goes.
      await this.removal.carryOut(operation, playlistId, { trackId: item.targetId, position: null });
    }
    await this.close(operation, open, new Set(open));
  }

  private async lookInto(
    operation: Operation,
    playlistId: string,
    size: number,
    open: readonly OperationItem[],
  ): Promise<Set<OperationItem>> {
    const { userId, platform, kind } = operation;
    const { tracks } = await this.client.call(readPlaylist, { params: { platform, id: playlistId }, userId });
    // What was to be taken out is gone when the playlist is shorter than before.
    if (kind === 'remove') return new Set(tracks.length < size ? open : []);
    const claimed = await this.ledger.confirmedBeside(operation);
    const itemOf = new Map(open.map((item) => [soughtItem(item), item]));
    const found = standAmong([...itemOf.keys()], tracks, size, claimed.map(soughtItem));
    return new Set([...found].flatMap((sought) => itemOf.get(sought) ?? []));
  }

  private async close(
    operation: Operation,
    open: readonly OperationItem[],
    there: ReadonlySet<OperationItem>,
  ): Promise<void> {
    const ends = new Map(
      open.map((item): [number, ItemEnd] => [item.sourceIndex, there.has(item) ? CONFIRMED : NOT_WRITTEN]),
    );
    const { userId, platform, playlistId, kind } = operation;
    await this.dataSource.transaction(async (tx) => {
      const changed = await this.ledger.settle(tx, operation, null, ends);
      if (changed === 0 || playlistId === null) return;
      const counts = kind === 'remove' ? [0, changed] : [changed, 0];
      const [tracksAdded = 0, tracksRemoved = 0] = counts;
      await this.outbox.publish(tx, 'playlist.updated', { userId, platform, playlistId, tracksAdded, tracksRemoved });
    });
  }

  private async lookAgain(id: string): Promise<void> {
    const lookAt = new Date(this.clock.now().getTime() + LOOK_AGAIN_MS);
    await this.dataSource.getRepository(Operation).update(id, { lookAt });
  }
}

const CONFIRMED: ItemEnd = { state: 'confirmed', reason: null };
const NOT_WRITTEN: ItemEnd = { state: 'failed', reason: 'upstream_error' };

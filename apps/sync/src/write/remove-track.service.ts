import { Injectable } from '@nestjs/common';
import type { BodyOf, removeTrack, ResponseOf } from '@segue/contracts';
import { type ActingUser, Outbox } from '@segue/service';
import { DataSource } from 'typeorm';
import { type ItemEnd, Ledger, type OpenOperation } from '../ledger/ledger.js';
import { OperationLeases } from '../ledger/operation-leases.js';
import type { Resolution } from '../resolve/resolve.service.js';
import { Allowance } from './allowance.js';
import { MayHaveWritten } from './may-have-written.js';
import { Removal } from './removal.js';

type Body = BodyOf<typeof removeTrack>;
type Answer = ResponseOf<typeof removeTrack>;

/** Takes one entry out of a playlist where the platform can; says so where it cannot. */
@Injectable()
export class RemoveTrackService {
  constructor(
    private readonly allowance: Allowance,
    private readonly ledger: Ledger,
    private readonly leases: OperationLeases,
    private readonly removal: Removal,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  async remove(user: ActingUser, body: Body, key: string | null): Promise<Answer> {
    const { platform, playlistId, playlistName = '' } = body;
    const target = { platform, playlistId, playlistName };
    const opened = await this.ledger.open<Answer>(user, { kind: 'remove', ...target, key, body });
    if ('answer' in opened) return opened.answer;
    const { operation, resumed } = opened;
    try {
      return await this.allowance.during(
        user,
        target,
        () => this.write(user, body, opened),
        ({ removed }) => removed === 0,
      );
    } catch (error) {
      if (!resumed && !(error instanceof MayHaveWritten)) await this.ledger.abandon(operation);
      throw error;
    } finally {
      await this.leases.letGo(operation.id);
    }
  }

  private async write(user: ActingUser, body: Body, { operation }: OpenOperation): Promise<Answer> {
    const { platform, playlistId, track } = body;
    await this.ledger.plan([{ operation, tracks: [track], resolutions: [itself(body)] }]);
    const leaving = { trackId: track.id, position: track.position ?? null };
    const removed = await this.removal.carryOut(operation, playlistId, leaving);
    const answer: Answer = { operation: operation.id, removed };
    const end: ItemEnd = { state: 'confirmed', reason: null };
    await this.dataSource.transaction(async (tx) => {
      await this.ledger.settle(tx, operation, answer, new Map([[0, end]]));
      if (removed === 0) return;
      const fact = { userId: user._id, platform, playlistId, tracksAdded: 0, tracksRemoved: removed };
      await this.outbox.publish(tx, 'playlist.updated', fact);
    });
    return answer;
  }
}

/** The row names what is taken out. */
function itself({ track }: Body): Resolution {
  const { id, isrc, name, artists = [], album, durationMs, explicit } = track;
  const recording = { id, isrc, name, artists, album, durationMs, explicit, ...NO_RELEASE };
  return { recording, matchType: 'isrc', evidence: [] };
}

const NO_RELEASE = {
  albumType: null,
  cover_url: null,
  url: null,
  playable: null,
  discNumber: null,
  trackNumber: null,
  releaseDate: null,
};

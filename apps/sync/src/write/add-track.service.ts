import { Injectable } from '@nestjs/common';
import type { addTrack, BodyOf, WriteOutcome } from '@segue/contracts';
import { type ActingUser, AppError, Outbox } from '@segue/service';
import { DataSource } from 'typeorm';
import { Ledger } from '../ledger/ledger.js';
import type { Operation } from '../ledger/operation.entity.js';
import { ResolveService } from '../resolve/resolve.service.js';
import { Allowance } from './allowance.js';
import { MayHaveWritten, writing } from './may-have-written.js';
import { writtenCount } from './outcome.js';
import { Writer, type Written } from './writer.js';

/** Adds one track to a playlist: found, written, read back, answered the same way twice. */
@Injectable()
export class AddTrackService {
  constructor(
    private readonly allowance: Allowance,
    private readonly ledger: Ledger,
    private readonly resolver: ResolveService,
    private readonly writer: Writer,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  async add(user: ActingUser, body: BodyOf<typeof addTrack>, key: string | null): Promise<WriteOutcome> {
    const { platform, playlistId, playlistName = '' } = body;
    const opened = await this.ledger.open<WriteOutcome>(user, {
      kind: 'add',
      platform,
      playlistId,
      playlistName,
      key,
      body,
    });
    if ('answer' in opened) return opened.answer;
    const { operation, resumed } = opened;
    try {
      return await this.allowance.during(
        user,
        { platform, playlistId, playlistName },
        () => this.write(user, body, operation, resumed),
        (outcome) => writtenCount(outcome) === 0,
      );
    } catch (error) {
      // What may have been written, now or before, stays open: a repeat under the same key reads back before it writes.
      if (!resumed && !(error instanceof MayHaveWritten)) await this.ledger.abandon(operation);
      throw error;
    }
  }

  private async write(
    user: ActingUser,
    { platform, playlistId, track }: BodyOf<typeof addTrack>,
    operation: Operation,
    resumed: boolean,
  ): Promise<WriteOutcome> {
    const resolutions = await this.resolver.resolve(user, platform, [track]);
    await this.ledger.plan(operation, [track], resolutions);
    const { outcome, states, problem } = await this.writer.append(
      user,
      { platform, playlistId },
      [track],
      resolutions,
      resumed,
    );
    refuseWhenPlatformDid(problem, states);
    await writing(
      this.dataSource.transaction(async (tx) => {
        await this.ledger.settle(tx, operation, outcome, states);
        const tracksAdded = writtenCount(outcome);
        if (tracksAdded > 0) {
          await this.outbox.publish(tx, 'playlist.updated', {
            userId: user._id,
            platform,
            playlistId,
            tracksAdded,
            tracksRemoved: 0,
          });
        }
      }),
    );
    return outcome;
  }
}

/** With one track and nothing written, the sentence about the platform is the answer, and the member may try again. */
function refuseWhenPlatformDid(problem: Written['problem'], states: Written['states']): void {
  if (problem === null || problem.code === 'refused' || states.get(0) !== 'failed') return;
  const { code, retryAfterSeconds } = problem;
  throw new AppError(code, {}, { ...(retryAfterSeconds !== null && { retryAfterSeconds }) });
}

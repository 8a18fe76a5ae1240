import { Injectable } from '@nestjs/common';
import { claimAllowance, type PlatformId, releaseAllowance, settleAllowance } from '@segue/contracts';
import { type ActingUser, AppError, ServiceClient } from '@segue/service';
import { MayHaveWritten } from './may-have-written.js';

export interface AllowanceTarget {
  platform: PlatformId;
  playlistId: string;
  playlistName: string;
}

/** The member's right to write, asked of billing before every write. */
@Injectable()
export class Allowance {
  constructor(private readonly client: ServiceClient) {}

  /**
   * @param reserveOnly the day is taken before a write: when the first write then fails, it is given back.
   * @throws AppError `daily_limit_reached` with the time from which another playlist may be updated.
   */
  async claim(
    user: ActingUser,
    { platform, playlistId, playlistName }: AllowanceTarget,
    reserveOnly = false,
  ): Promise<{ fresh: boolean }> {
    const body = { platform, playlistId, playlistName, reserveOnly };
    const { granted, fresh, availableAt } = await this.client.call(claimAllowance, { userId: user._id, body });
    if (!granted)
      throw new AppError('daily_limit_reached', { userId: user._id }, { ...(availableAt && { availableAt }) });
    return { fresh };
  }

  /**
   * Runs `write` under a claim. When it wrote nothing (it fails before writing, or `wroteNothing` says so of its
   * result) a day that this very claim took is given back.
   */
  async during<T>(
    user: ActingUser,
    target: AllowanceTarget,
    write: () => Promise<T>,
    wroteNothing: (result: T) => boolean,
  ): Promise<T> {
    const { fresh } = await this.claim(user, target);
    try {
      const result = await write();
      if (fresh && wroteNothing(result)) await this.release(user, target);
      return result;
    } catch (error) {
      // Why nothing was written is the answer, also when billing has gone away since.
      if (fresh && !(error instanceof MayHaveWritten)) await this.release(user, target).catch(() => undefined);
      throw error;
    }
  }

  async release(user: ActingUser, { platform, playlistId }: AllowanceTarget): Promise<void> {
    await this.client.call(releaseAllowance, { userId: user._id, body: { platform, playlistId } });
  }

  /** The claim of a playlist that did not exist yet now belongs to the one that was made. */
  async settle(user: ActingUser, { platform, playlistId }: AllowanceTarget, createdId: string): Promise<void> {
    await this.client.call(settleAllowance, { userId: user._id, body: { platform, playlistId, createdId } });
  }
}

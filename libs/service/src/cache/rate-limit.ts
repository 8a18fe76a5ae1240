import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error.js';

/** How often something may be done. */
export interface RateLimit {
  /** Apart from other limits, for example `login`. */
  name: string;
  points: number;
  windowSeconds: number;
}

/** Counts per key. In one process; replicas share counts through Redis. */
export class RateLimiter {
  private readonly limiter: RateLimiterMemory;

  constructor({ name, points, windowSeconds }: RateLimit) {
    this.limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
  }

  /** @throws AppError `rate_limited` with the seconds to wait when `key` has used up its points. */
  async take(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refusal) {
      throw this.toError(refusal);
    }
  }

  /** Like `take`, but counts nothing: for limits that only failures use up. */
  async check(key: string): Promise<void> {
    const state = await this.limiter.get(key);
    if (state && state.remainingPoints <= 0) throw this.toError(state);
  }

  /** Counts one without refusing. */
  async count(key: string): Promise<void> {
    await this.limiter.penalty(key, 1);
  }

  /** Takes one `take` back: for limits that only failures use up but that parallel tries must not slip past. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key, 1);
  }

  async reset(key: string): Promise<void> {
    await this.limiter.delete(key);
  }

  private toError(refusal: unknown): unknown {
    if (!(refusal instanceof RateLimiterRes)) return refusal;
    return new AppError('rate_limited', {}, { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
  }
}

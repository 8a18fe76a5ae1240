import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error.js';
import type { SharedRedis } from './redis.js';

/** How often something may be done. */
export interface RateLimit {
  /** Apart from other limits, for example `login`. */
  name: string;
  points: number;
  windowSeconds: number;
}

/** Makes the limits of a service: for all its replicas together when there is a Redis, else for this process. */
export class RateLimiters {
  constructor(private readonly redis: SharedRedis | null = null) {}

  create(limit: RateLimit): RateLimiter {
    return new RateLimiter(limit, this.redis);
  }
}

/** Counts per key. While Redis is away each process counts for itself; there is never no limit. */
export class RateLimiter {
  private readonly local: RateLimiterMemory;
  private readonly shared: RateLimiterRedis | null;

  constructor(
    { name, points, windowSeconds }: RateLimit,
    private readonly redis: SharedRedis | null = null,
  ) {
    const options = { points, duration: windowSeconds };
    this.local = new RateLimiterMemory({ ...options, keyPrefix: name });
    this.shared =
      redis &&
      new RateLimiterRedis({
        ...options,
        keyPrefix: `segue:limit:${name}`,
        storeClient: redis.client,
        useRedisPackage: true,
      });
  }

  /** @throws AppError `rate_limited` with the seconds to wait when `key` has used up its points. */
  async take(key: string): Promise<void> {
    try {
      await this.ask((limiter) => limiter.consume(key));
    } catch (refusal) {
      throw this.toError(refusal);
    }
  }

  /** Like `take`, but counts nothing: for limits that only failures use up. */
  async check(key: string): Promise<void> {
    const state = await this.ask((limiter) => limiter.get(key));
    if (state && state.remainingPoints <= 0) throw this.toError(state);
  }

  /** Counts one without refusing. */
  async count(key: string): Promise<void> {
    await this.ask((limiter) => limiter.penalty(key, 1));
  }

  /** Takes one `take` back: for limits that only failures use up but that parallel tries must not slip past. */
  async giveBack(key: string): Promise<void> {
    await this.ask((limiter) => limiter.reward(key, 1));
  }

  async reset(key: string): Promise<void> {
    await this.ask((limiter) => limiter.delete(key));
  }

  private async ask<Answer>(work: (limiter: RateLimiterMemory | RateLimiterRedis) => Promise<Answer>): Promise<Answer> {
    const { redis, shared } = this;
    if (!redis || !shared) return work(this.local);
    try {
      return await redis.ask(() => work(shared));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return work(this.local);
    }
  }

  private toError(refusal: unknown): unknown {
    if (!(refusal instanceof RateLimiterRes)) return refusal;
    return new AppError('rate_limited', {}, { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
  }
}

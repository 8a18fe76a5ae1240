import { z } from 'zod';
import { type Upstream } from './upstream.js';

/** App-wide: all callers share it, as all users of one client id do. */
export const RateLimitForm = z
  .object({
    /** null lifts the limit. */
    requests: z.number().int().nonnegative().nullable(),
    windowSeconds: z.number().positive().default(30),
    /** Apple usually sends no Retry-After; false imitates that. */
    sendRetryAfter: z.boolean().default(true),
  })
  .strict();
export type RateLimitForm = z.infer<typeof RateLimitForm>;

interface RollingWindow extends RateLimitForm {
  callsAtMs: number[];
}

export type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number | undefined };

export class RateLimits {
  private readonly windows = new Map<Upstream, RollingWindow>();

  set(platform: Upstream, form: RateLimitForm): void {
    if (form.requests === null) this.windows.delete(platform);
    else this.windows.set(platform, { ...form, callsAtMs: [] });
  }

  get(platform: Upstream): RateLimitForm | undefined {
    return this.windows.get(platform);
  }

  clear(): void {
    this.windows.clear();
  }

  /** Counts the call when it is allowed; refused calls do not prolong the window. */
  take(platform: Upstream, nowMs: number): Verdict {
    const window = this.windows.get(platform);
    if (!window || window.requests === null) return { allowed: true };
    const windowMs = window.windowSeconds * 1000;
    window.callsAtMs = window.callsAtMs.filter((atMs) => atMs > nowMs - windowMs);
    if (window.callsAtMs.length < window.requests) {
      window.callsAtMs.push(nowMs);
      return { allowed: true };
    }
    const freeAtMs = (window.callsAtMs[0] ?? nowMs) + windowMs;
    const seconds = Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000));
    return { allowed: false, retryAfterSeconds: window.sendRetryAfter ? seconds : undefined };
  }
}

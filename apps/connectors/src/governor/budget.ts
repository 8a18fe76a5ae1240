import type { RandomSource, Timing } from '../timing.js';

/** `waitMs` 0: one call was taken. Otherwise how long to wait before asking again. */
export interface Permit {
  readonly waitMs: number;
  /** `cooldown`: the platform asked everybody to stop; `rate`: our own bucket is empty for a moment. */
  readonly why: 'granted' | 'rate' | 'cooldown';
}

/**
 * What all callers of one platform app share: the calls left and the pause the platform asked for. Asynchronous,
 * so that several replicas can share it through a server.
 */
export interface Budget {
  take(): Promise<Permit>;
  /**
   * The platform answered 429. Everybody pauses for `retryAfterMs`, or, when it named no time, for 0.5, 1, 2, 4 s with
   * jitter as the refusals go on.
   * @returns how long the pause lasts from now, in ms.
   */
  throttled(retryAfterMs: number | null): Promise<number>;
  /** The platform took a call: the next nameless 429 starts again at the shortest pause. */
  accepted(): Promise<void>;
}

export interface BudgetRate {
  readonly callsPerSecond: number;
  /** Calls that may go out at once after a quiet time. */
  readonly burst: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** A token bucket and a cooldown in this process. */
export class InProcessBudget implements Budget {
  private calls: number;
  private refilledAt: number;
  private pausedUntil = 0;
  private refusalsInARow = 0;

  constructor(
    private readonly rate: BudgetRate,
    private readonly timing: Timing,
    private readonly random: RandomSource,
  ) {
    this.calls = rate.burst;
    this.refilledAt = timing.now();
  }

  async take(): Promise<Permit> {
    const pauseMs = this.pausedUntil - this.timing.now();
    if (pauseMs > 0) return { waitMs: pauseMs, why: 'cooldown' };
    this.refill();
    if (this.calls < 1) return { waitMs: Math.ceil(((1 - this.calls) * 1000) / this.rate.callsPerSecond), why: 'rate' };
    this.calls -= 1;
    return { waitMs: 0, why: 'granted' };
  }

  async throttled(retryAfterMs: number | null): Promise<number> {
    const now = this.timing.now();
    // Answers to calls that were already under way when the pause began say nothing new.
    if (this.pausedUntil <= now) this.refusalsInARow += 1;
    const pauseMs = retryAfterMs ?? this.nextPauseMs();
    this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
    return this.pausedUntil - now;
  }

  async accepted(): Promise<void> {
    if (this.pausedUntil <= this.timing.now()) this.refusalsInARow = 0;
  }

  private nextPauseMs(): number {
    const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.refusalsInARow - 1));
    // Never shorter than named: the platform's window has to pass, jitter only spreads the replicas after it.
    return Math.round(full * (1 + 0.25 * this.random()));
  }

  private refill(): void {
    const now = this.timing.now();
    const earned = ((now - this.refilledAt) * this.rate.callsPerSecond) / 1000;
    this.calls = Math.min(this.rate.burst, this.calls + earned);
    this.refilledAt = now;
  }
}

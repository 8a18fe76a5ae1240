import type { RandomSource, Timing } from '../timing.js';
import type { PauseStore } from './pause-store.js';

/** `waitMs` 0: one call was taken. Otherwise how long to wait before asking again. */
export interface Permit {
  readonly waitMs: number;
  /**
   * `cooldown`: the platform asked everybody to stop; `rate`: our own bucket is empty for a moment; `probe`: after a
   * long stop one call is finding out whether the platform takes calls again.
   */
  readonly why: 'granted' | 'rate' | 'cooldown' | 'probe';
}

export interface BudgetState {
  /** What may go out now: the configured rate, or less after refusals. */
  readonly callsPerSecond: number;
  /** ms since 1970; null while nobody has to wait. */
  readonly pausedUntil: number | null;
}

/**
 * What all callers of one platform app share: the calls left and the pause the platform asked for. Asynchronous,
 * so that several replicas can share it through a server. Every call that was granted ends with exactly one of
 * `throttled`, `accepted` and `unanswered`.
 */
export interface Budget {
  take(): Promise<Permit>;
  /**
   * The platform answered 429. Everybody pauses for `retryAfterMs`, or, when it named no time, for 0.5, 1, 2, 4 s with
   * jitter as the refusals go on. The rate halves.
   * @returns how long the pause lasts from now, in ms.
   */
  throttled(retryAfterMs: number | null): Promise<number>;
  /** The platform took a call: the next nameless 429 starts again at the shortest pause. */
  accepted(): Promise<void>;
  /** The platform failed or said nothing, so nothing is known of its limits. */
  unanswered(): Promise<void>;
  state(): Promise<BudgetState>;
}

export interface BudgetRate {
  readonly callsPerSecond: number;
  /** Calls that may go out at once after a quiet time. */
  readonly burst: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;
/** A longer pause is answered as `busy` with its time instead of being slept inside a request, and is remembered. */
export const LONGEST_SLEEP_MS = 10_000;
/** A call takes this long as a rule; who waits for a probe looks again then. */
const PROBE_MS = 500;
const QUIET_MS = 60_000;
const GROWTH_PER_QUIET_MINUTE = 1.05;
/** Never slower than this part of the configured rate: refusals that go on have their pauses already. */
const SLOWEST_PART = 1 / 8;

/** A token bucket, a rate that learns, and a cooldown that outlives this process. */
export class InProcessBudget implements Budget {
  private calls: number;
  private refilledAt: number;
  private pausedUntil = 0;
  private refusalsInARow = 0;
  /** Part of the configured rate, up to 1. */
  private pace = 1;
  private quietSince: number;
  /** After a long pause calls go out one by one until one is accepted. */
  private probing = false;
  private probeUnderWay = false;
  private recalled: Promise<void> | null = null;

  constructor(
    private readonly rate: BudgetRate,
    private readonly pauses: PauseStore,
    private readonly timing: Timing,
    private readonly random: RandomSource,
  ) {
    this.calls = rate.burst;
    this.refilledAt = timing.now();
    this.quietSince = timing.now();
  }

  async take(): Promise<Permit> {
    await this.recallOnce();
    const pauseMs = this.pausedUntil - this.timing.now();
    if (pauseMs > 0) return { waitMs: pauseMs, why: 'cooldown' };
    if (this.probing && this.probeUnderWay) return { waitMs: PROBE_MS, why: 'probe' };
    this.refill();
    if (this.calls < 1) return { waitMs: Math.ceil(((1 - this.calls) * 1000) / this.callsPerSecond), why: 'rate' };
    this.calls -= 1;
    this.probeUnderWay = this.probing;
    return { waitMs: 0, why: 'granted' };
  }

  async throttled(retryAfterMs: number | null): Promise<number> {
    const now = this.timing.now();
    this.probeUnderWay = false;
    // Answers to calls that were already under way when the pause began say nothing new.
    if (this.pausedUntil <= now) {
      this.refusalsInARow += 1;
      this.learnFromQuiet();
      this.pace = Math.max(SLOWEST_PART, this.pace / 2);
    }
    const pauseMs = retryAfterMs ?? this.nextPauseMs();
    this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
    this.quietSince = this.pausedUntil;
    if (this.pausedUntil - now > LONGEST_SLEEP_MS) {
      this.probing = true;
      await this.pauses.save(this.pausedUntil);
    }
    return this.pausedUntil - now;
  }

  async accepted(): Promise<void> {
    if (this.pausedUntil > this.timing.now()) return;
    this.refusalsInARow = 0;
    this.probeUnderWay = false;
    if (!this.probing) return;
    this.probing = false;
    await this.pauses.clear();
  }

  async unanswered(): Promise<void> {
    this.probeUnderWay = false;
  }

  async state(): Promise<BudgetState> {
    await this.recallOnce();
    this.learnFromQuiet();
    const isPaused = this.pausedUntil > this.timing.now();
    return { callsPerSecond: this.callsPerSecond, pausedUntil: isPaused ? this.pausedUntil : null };
  }

  private recallOnce(): Promise<void> {
    this.recalled ??= this.recall().catch((error: unknown) => {
      this.recalled = null;
      throw error;
    });
    return this.recalled;
  }

  /** A pause from before this process: it holds on, and its end is probed. */
  private async recall(): Promise<void> {
    const until = await this.pauses.load();
    if (until === null) return;
    this.pausedUntil = Math.max(this.pausedUntil, until);
    this.probing = true;
  }

  private get callsPerSecond(): number {
    return this.rate.callsPerSecond * this.pace;
  }

  private nextPauseMs(): number {
    const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.refusalsInARow - 1));
    // Never shorter than named: the platform's window has to pass, jitter only spreads the replicas after it.
    return Math.round(full * (1 + 0.25 * this.random()));
  }

  private learnFromQuiet(): void {
    const minutes = Math.floor((this.timing.now() - this.quietSince) / QUIET_MS);
    if (minutes < 1) return;
    this.pace = Math.min(1, this.pace * GROWTH_PER_QUIET_MINUTE ** minutes);
    this.quietSince += minutes * QUIET_MS;
  }

  private refill(): void {
    this.learnFromQuiet();
    const now = this.timing.now();
    const earned = ((now - this.refilledAt) * this.callsPerSecond) / 1000;
    this.calls = Math.min(Math.max(1, this.rate.burst * this.pace), this.calls + earned);
    this.refilledAt = now;
  }
}

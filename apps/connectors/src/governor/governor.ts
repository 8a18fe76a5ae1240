import type { GovernorState, PlatformId } from '@segue/contracts';
import type { RandomSource, Timing } from '../timing.js';
import { NetworkError, type HttpAnswer } from '../http/http-client.js';
import { PlatformError } from '../platforms/platform-error.js';
import type { Priority } from '../platforms/platform.js';
import type { Breaker } from './breaker.js';
import { LONGEST_SLEEP_MS, type Budget } from './budget.js';
import { HourlyCount } from './hourly-count.js';
import { retryAfterMsOf } from './retry-after.js';
import { RetryBudget } from './retry-budget.js';
import { SHARES, WaitingLine } from './waiting-line.js';

const READ_TRIES = 3;
const THROTTLED_TRIES = 5;
const FIRST_BACKOFF_MS = 200;
const LONGEST_BACKOFF_MS = 2_000;
/** Who waited this long in vain is told so: the same wait once more outlasts those who asked. */
const SLOW_TRY_MS = 8_000;

/** A shorter line is let in without looking: a job asks a hundred questions at once. */
const LINE_WORTH_MEASURING = 200;
const MINUTE_MS = 60_000;
/** Longer waits outlast the requests they belong to. */
const LONGEST_LINE_MS: Readonly<Record<Priority, number>> = {
  interactive: MINUTE_MS,
  job: 5 * MINUTE_MS,
  background: 10 * MINUTE_MS,
  maintenance: 10 * MINUTE_MS,
};

/** One call to a platform, as the governor needs to know it. */
export interface UpstreamCall {
  readonly userId: string;
  readonly priority: Priority;
  /** A write is sent once: after an error it may have happened, and only reading back can tell. */
  readonly write: boolean;
  /** Method and address template, for errors and the log. */
  readonly endpoint: string;
  /** Asked when the turn has come, which may be long after the call was made; throws when it must not go out any more. */
  readonly assertAllowed?: () => Promise<void>;
}

export interface GovernorLimits {
  readonly concurrency: number;
  readonly concurrencyPerMember: number;
}

export interface GovernorParts {
  readonly platform: PlatformId;
  readonly limits: GovernorLimits;
  readonly budget: Budget;
  readonly breaker: Breaker;
  readonly timing: Timing;
  readonly random: RandomSource;
  /** Hears of every call that was sent. */
  readonly observe: (endpoint: string, outcome: CallOutcome) => void;
}

/** `ok`: any answer that is not listed here, a 404 too. */
export type CallOutcome = 'ok' | 'throttled' | 'failed' | 'lost';

/** How one try of a call ended. */
type Outcome =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer }
  | { readonly kind: 'throttled'; readonly pauseMs: number }
  | { readonly kind: 'failed'; readonly answer: HttpAnswer; readonly tookMs: number }
  | { readonly kind: 'lost'; readonly cause: NetworkError; readonly tookMs: number };

/** The gate of one platform app: every call to the platform goes through `run`. */
export class Governor {
  private readonly line = new WaitingLine();
  private readonly running = new Map<string, number>();
  private runningTotal = 0;
  private admitting = false;
  private admitAgain = false;
  private wakeAt: number | null = null;
  private readonly calls: HourlyCount;
  private readonly refusals: HourlyCount;
  private readonly retries = new RetryBudget();

  constructor(private readonly parts: GovernorParts) {
    this.calls = new HourlyCount(parts.timing);
    this.refusals = new HourlyCount(parts.timing);
  }

  get platform(): PlatformId {
    return this.parts.platform;
  }

  /** As it stands now, for the operator. */
  async state(): Promise<GovernorState> {
    const { budget, breaker, platform } = this.parts;
    const { callsPerSecond, pausedUntil } = await budget.state();
    const brokenUntil = breaker.brokenUntil;
    const until = brokenUntil ?? pausedUntil;
    return {
      platform,
      state: brokenUntil !== null ? 'broken' : pausedUntil !== null ? 'cooldown' : 'open',
      until: until === null ? null : new Date(until).toISOString(),
      callsPerSecond,
      waiting: this.line.waiting,
      running: this.runningTotal,
      callsLastHour: this.calls.lastHour(),
      throttledLastHour: this.refusals.lastHour(),
    };
  }

  /**
   * Sends a call when its turn comes. Reads are repeated after 5xx, lost answers and short 429s, as far
   * as the budget for repeats allows; writes never are, nor is what took too long to be waited for twice.
   * @returns the last answer, whatever its status, but never a 429. Throws `busy` and `unavailable`.
   */
  async run(call: UpstreamCall, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    let throttledSince: number | null = null;
    let refusals = 0;
    for (let attempt = 1; ;) {
      const outcome = await this.attempt(call, send);
      if (outcome.kind === 'answered') return outcome.answer;
      if (outcome.kind === 'throttled') {
        throttledSince ??= this.parts.timing.now();
        refusals += 1;
        this.assertWorthWaiting(call, outcome.pauseMs, throttledSince, refusals);
        continue;
      }
      if (call.write || attempt >= READ_TRIES || isSlow(outcome) || !this.retries.take()) {
        return this.giveUp(call, outcome);
      }
      await this.parts.timing.sleep(this.backoffMs(attempt));
      attempt += 1;
    }
  }

  private assertWorthWaiting(call: UpstreamCall, pauseMs: number, since: number, refusals: number): void {
    const wouldWaitMs = this.parts.timing.now() + pauseMs - since;
    if (call.write || refusals >= THROTTLED_TRIES || wouldWaitMs > LONGEST_SLEEP_MS) throw this.busy(pauseMs, call);
  }

  private giveUp(call: UpstreamCall, outcome: Extract<Outcome, { kind: 'failed' | 'lost' }>): HttpAnswer {
    if (outcome.kind === 'failed') return outcome.answer;
    throw this.error('unavailable', { endpoint: call.endpoint, cause: outcome.cause });
  }

  /** Full jitter, see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
  private backoffMs(attempt: number): number {
    return Math.round(this.parts.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt));
  }

  private async attempt(call: UpstreamCall, send: () => Promise<HttpAnswer>): Promise<Outcome> {
    await this.assertShortLine(call);
    await this.takeSeat(call);
    try {
      await this.assertAllowed(call);
      const closedForMs = this.parts.breaker.admit();
      if (closedForMs > 0) {
        await this.parts.budget.unanswered();
        throw this.error('unavailable', { endpoint: call.endpoint, retryAfterSeconds: toSeconds(closedForMs) });
      }
      return await this.judge(call, send);
    } finally {
      this.leaveSeat(call.userId);
    }
  }

  private async assertAllowed({ assertAllowed }: UpstreamCall): Promise<void> {
    try {
      await assertAllowed?.();
    } catch (error) {
      await this.parts.budget.unanswered();
      throw error;
    }
  }

  private async judge(call: UpstreamCall, send: () => Promise<HttpAnswer>): Promise<Outcome> {
    const { breaker, budget, timing } = this.parts;
    const sentAt = timing.now();
    const answer = await send().catch(async (error: unknown) => {
      breaker.failed();
      await budget.unanswered();
      if (error instanceof NetworkError) return error;
      throw error;
    });
    if (answer instanceof NetworkError) {
      this.note(call, 'lost');
      return { kind: 'lost', cause: answer, tookMs: timing.now() - sentAt };
    }
    if (answer.status >= 500) {
      breaker.failed();
      await budget.unanswered();
      this.note(call, 'failed');
      return { kind: 'failed', answer, tookMs: timing.now() - sentAt };
    }
    breaker.succeeded();
    if (answer.status === 429) {
      this.note(call, 'throttled');
      return { kind: 'throttled', pauseMs: await budget.throttled(retryAfterMsOf(answer, timing.now())) };
    }
    this.note(call, 'ok');
    await budget.accepted();
    return { kind: 'answered', answer };
  }

  private note({ endpoint }: UpstreamCall, outcome: CallOutcome): void {
    this.calls.add();
    this.retries.earn();
    if (outcome === 'throttled') this.refusals.add();
    this.parts.observe(endpoint, outcome);
  }

  /** Whoever would wait too long hears at once how long it takes, by the calls ahead and the share of the rate. */
  private async assertShortLine(call: UpstreamCall): Promise<void> {
    if (this.line.waiting[call.priority] < LINE_WORTH_MEASURING) return;
    const ahead = this.line.ahead(call.priority, call.userId);
    const { callsPerSecond } = await this.parts.budget.state();
    const waitMs = (ahead * 1000) / (callsPerSecond * (SHARES[call.priority] / 100));
    if (waitMs > LONGEST_LINE_MS[call.priority]) throw this.busy(waitMs, call);
  }

  private takeSeat({ userId, priority }: UpstreamCall): Promise<void> {
    return new Promise((resolve, reject) => {
      this.line.join({ member: userId, priority, admit: resolve, refuse: reject });
      this.admitWaiting().catch(reject);
    });
  }

  private leaveSeat(userId: string): void {
    this.runningTotal -= 1;
    const left = (this.running.get(userId) ?? 1) - 1;
    if (left > 0) this.running.set(userId, left);
    else this.running.delete(userId);
    this.admitWaiting().catch((error: unknown) => this.refuseAll(error));
  }

  private readonly mayRun = (userId: string): boolean =>
    this.runningTotal < this.parts.limits.concurrency &&
    (this.running.get(userId) ?? 0) < this.parts.limits.concurrencyPerMember;

  /** Lets in whoever may run now. Only one round at a time, because asking the budget takes a moment. */
  private async admitWaiting(): Promise<void> {
    this.admitAgain = true;
    if (this.admitting) return;
    this.admitting = true;
    try {
      while (this.admitAgain) {
        this.admitAgain = false;
        await this.admitRound();
      }
    } finally {
      this.admitting = false;
    }
  }

  private async admitRound(): Promise<void> {
    while (this.line.hasNext(this.mayRun)) {
      const permit = await this.parts.budget.take();
      if (permit.waitMs > 0) {
        if (permit.why === 'cooldown' && permit.waitMs > LONGEST_SLEEP_MS) {
          this.refuseAll(this.busy(permit.waitMs));
        } else this.wakeAfter(permit.waitMs);
        return;
      }
      const ticket = this.line.next(this.mayRun);
      // Whoever waited was refused meanwhile.
      if (!ticket) return this.parts.budget.unanswered();
      this.runningTotal += 1;
      this.running.set(ticket.member, (this.running.get(ticket.member) ?? 0) + 1);
      ticket.admit();
    }
  }

  private wakeAfter(ms: number): void {
    const at = this.parts.timing.now() + ms;
    if (this.wakeAt !== null && this.wakeAt <= at) return;
    this.wakeAt = at;
    const wake = async () => {
      await this.parts.timing.sleep(ms);
      if (this.wakeAt === at) this.wakeAt = null;
      await this.admitWaiting();
    };
    wake().catch((error: unknown) => this.refuseAll(error));
  }

  private refuseAll(reason: unknown): void {
    const error = reason instanceof Error ? reason : this.error('unavailable', { cause: reason });
    for (const ticket of this.line.takeAll()) ticket.refuse(error);
  }

  private busy(pauseMs: number, call?: UpstreamCall): PlatformError {
    return this.error('busy', { status: 429, retryAfterSeconds: toSeconds(pauseMs), endpoint: call?.endpoint });
  }

  private error(kind: 'busy' | 'unavailable', facts: PlatformError['facts']): PlatformError {
    return new PlatformError(kind, this.parts.platform, facts);
  }
}

const isSlow = ({ tookMs }: { readonly tookMs: number }): boolean => tookMs >= SLOW_TRY_MS;

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

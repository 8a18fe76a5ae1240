import type { SharedRedis } from '@segue/service';
import { randomUUID } from 'node:crypto';
import type { RandomSource, Timing } from '../timing.js';
import {
  type Budget,
  type BudgetRate,
  type BudgetState,
  InProcessBudget,
  LONGEST_SLEEP_MS,
  type Permit,
} from './budget.js';
import type { PauseStore } from './pause-store.js';
import { BUDGET_SCRIPT } from './redis-budget-script.js';

/** Nobody was counted yet: as many as there may ever be. */
const WORKERS_AT_MOST = 8;
const UNKNOWN = -1;

export interface RedisBudgetParts {
  readonly redis: SharedRedis;
  /** Apart from other budgets in the same Redis. */
  readonly name: string;
  readonly rate: BudgetRate;
  readonly pauses: PauseStore;
  readonly timing: Timing;
  readonly random: RandomSource;
  /** Turns the server's clock, in ms; 0 but in tests. */
  readonly clockOffsetMs?: () => number;
}

/**
 * One budget for all replicas: a token bucket in Redis, by the server's clock. While Redis is away each replica goes on
 * with half of its even share, so that together they stay below the rate, whatever each of them knows.
 */
export class RedisBudget implements Budget {
  private readonly worker = randomUUID();
  private workers = WORKERS_AT_MOST;
  /** In use while Redis is away. */
  private local: InProcessBudget | null = null;

  constructor(private readonly parts: RedisBudgetParts) {}

  take(): Promise<Permit> {
    return this.shared(
      async () => {
        const [why, waitMs] = await this.run('take');
        return { why: why as Permit['why'], waitMs: Number(waitMs) };
      },
      (local) => local.take(),
    );
  }

  throttled(retryAfterMs: number | null): Promise<number> {
    return this.shared(
      async () => {
        const pauseMs = await this.pause(retryAfterMs ?? -1);
        if (pauseMs > LONGEST_SLEEP_MS) await this.parts.pauses.save(this.parts.timing.now() + pauseMs);
        return pauseMs;
      },
      (local) => local.throttled(retryAfterMs),
    );
  }

  accepted(): Promise<void> {
    return this.shared(
      async () => {
        const [hasProbed] = await this.run('accepted');
        if (Number(hasProbed) === 1) await this.parts.pauses.clear();
      },
      (local) => local.accepted(),
    );
  }

  unanswered(): Promise<void> {
    return this.shared(
      async () => void (await this.run('unanswered')),
      (local) => local.unanswered(),
    );
  }

  state(): Promise<BudgetState> {
    return this.shared(
      async () => {
        const [callsPerSecond, pauseMs] = await this.run('state');
        const pausedUntil = Number(pauseMs) > 0 ? this.parts.timing.now() + Number(pauseMs) : null;
        return { callsPerSecond: Number(callsPerSecond), pausedUntil };
      },
      (local) => local.state(),
    );
  }

  private async shared<Answer>(
    ask: () => Promise<Answer>,
    goOn: (local: InProcessBudget) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      await this.tellOfLocalPause();
      return await ask();
    } catch {
      // Redis in trouble must stop no call: whatever it was, the local share is safe.
      return goOn((this.local ??= this.createLocal()));
    }
  }

  private createLocal(): InProcessBudget {
    const { rate, pauses, timing, random } = this.parts;
    const callsPerSecond = rate.callsPerSecond / (2 * this.workers);
    return new InProcessBudget({ callsPerSecond, burst: 1 }, pauses, timing, random);
  }

  /** What the platform asked for while Redis was away holds for all when it is back. */
  private async tellOfLocalPause(): Promise<void> {
    const { local } = this;
    if (!local) return;
    const { pausedUntil } = await local.state();
    const pauseMs = pausedUntil === null ? 0 : pausedUntil - this.parts.timing.now();
    if (pauseMs > 0) await this.pause(pauseMs);
    else await this.run('state');
    this.local = null;
  }

  private async pause(retryAfterMs: number): Promise<number> {
    const [pauseMs] = await this.run('throttled', retryAfterMs, this.parts.random());
    return Number(pauseMs);
  }

  private async run(step: string, ...args: readonly (number | string)[]): Promise<unknown[]> {
    const known = await this.evaluate(step, args);
    if (known) return known;
    const until = await this.parts.pauses.load();
    const pauseMs = until === null ? 0 : Math.max(0, until - this.parts.timing.now());
    await this.evaluate('begin', [pauseMs, until === null ? 0 : 1]);
    const begun = await this.evaluate(step, args);
    if (!begun) throw new Error('Redis forgot the budget twice.');
    return begun;
  }

  /** @returns null when Redis does not know the budget. */
  private async evaluate(step: string, args: readonly (number | string)[]): Promise<unknown[] | null> {
    const { redis, name, rate, clockOffsetMs = () => 0 } = this.parts;
    const shared = [step, clockOffsetMs(), rate.callsPerSecond, rate.burst, this.worker];
    const answer = await redis.ask((client) =>
      client.eval(BUDGET_SCRIPT, {
        keys: [`segue:{governor:${name}}`, `segue:{governor:${name}}:workers`],
        arguments: [...shared, ...args].map(String),
      }),
    );
    const [workers, ...rest] = answer as unknown[];
    if (workers === UNKNOWN) return null;
    this.workers = Math.max(1, Number(workers));
    return rest;
  }
}

import type { Budget, BudgetRate } from '../governor/budget.js';
import { FakePauseStore } from './fake-upstream.js';

export interface BudgetStage {
  /** A budget and those of the other replicas, if it can have some, are one. */
  create(rate: BudgetRate, pauses: FakePauseStore): Budget;
  /** Turns the clock of all budgets. */
  advance(ms: number): void;
  now(): number;
}

/** A server's clock goes on by itself while a test runs. */
const HAND_WIDTH_MS = 400;
const about = (ms: number, actual: number) => {
  expect(actual).toBeLessThanOrEqual(ms + HAND_WIDTH_MS);
  expect(actual).toBeGreaterThanOrEqual(ms - HAND_WIDTH_MS);
};

/** What every budget has to do, wherever it is kept; `random` is one half. */
export function describeBudget(stage: () => BudgetStage): void {
  const SLOW: BudgetRate = { callsPerSecond: 0.1, burst: 1 };
  const create = (rate: BudgetRate = SLOW, pauses = new FakePauseStore()) => stage().create(rate, pauses);

  it('grants what it has and then says how long one call takes to come', async () => {
    const budget = create();
    expect(await budget.take()).toEqual({ waitMs: 0, why: 'granted' });
    const { waitMs, why } = await budget.take();
    expect(why).toBe('rate');
    about(10_000, waitMs);
    stage().advance(10_000);
    expect((await budget.take()).why).toBe('granted');
  });

  it('saves up no more than its burst', async () => {
    const budget = create({ callsPerSecond: 0.1, burst: 3 });
    await budget.take();
    stage().advance(3_600_000);
    const taken = [await budget.take(), await budget.take(), await budget.take(), await budget.take()];
    expect(taken.map(({ why }) => why)).toEqual(['granted', 'granted', 'granted', 'rate']);
  });

  it('stops everybody for as long as the platform says', async () => {
    const budget = create();
    await budget.take();
    about(7000, await budget.throttled(7000));
    const { waitMs, why } = await budget.take();
    expect(why).toBe('cooldown');
    about(7000, waitMs);
    about(stage().now() + 7000, (await budget.state()).pausedUntil ?? 0);
  });

  it('pauses longer as nameless refusals go on, and shortly again after an accepted call', async () => {
    const budget = create();
    for (const pauseMs of [563, 1125, 2250, 4500, 4500]) {
      expect(await budget.throttled(null)).toBe(pauseMs);
      stage().advance(pauseMs + 1);
    }
    await budget.accepted();
    expect(await budget.throttled(null)).toBe(563);
  });

  it('halves its rate with each refusal, no further than an eighth, and lets it grow in quiet minutes', async () => {
    const budget = create({ callsPerSecond: 8, burst: 1 });
    expect((await budget.state()).callsPerSecond).toBe(8);
    for (const callsPerSecond of [4, 2, 1, 1]) {
      stage().advance((await budget.throttled(1000)) + 1);
      expect((await budget.state()).callsPerSecond).toBeCloseTo(callsPerSecond, 3);
    }
    stage().advance(120_000);
    expect((await budget.state()).callsPerSecond).toBeCloseTo(1.1025, 3);
  });

  it('takes refusals of calls that were already under way for one', async () => {
    const budget = create({ callsPerSecond: 8, burst: 1 });
    await Promise.all([budget.throttled(5000), budget.throttled(5000), budget.throttled(5000)]);
    expect((await budget.state()).callsPerSecond).toBe(4);
  });

  it('remembers a long pause, and lets one call find out whether it is over', async () => {
    const pauses = new FakePauseStore();
    const budget = create({ callsPerSecond: 8, burst: 8 }, pauses);
    await budget.throttled(60_000);
    about(stage().now() + 60_000, pauses.until ?? 0);
    stage().advance(60_001);
    expect((await budget.take()).why).toBe('granted');
    expect(await budget.take()).toEqual({ why: 'probe', waitMs: 500 });
    await budget.unanswered();
    expect((await budget.take()).why).toBe('granted');
    await budget.accepted();
    expect(pauses.until).toBeNull();
    expect((await budget.take()).why).toBe('granted');
  });

  it('goes on with a pause from before it was there', async () => {
    const pauses = new FakePauseStore();
    pauses.until = stage().now() + 90_000;
    const { waitMs, why } = await create(SLOW, pauses).take();
    expect(why).toBe('cooldown');
    about(90_000, waitMs);
  });
}

import { describeBudget } from '../testing/describe-budget.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { InProcessBudget } from './budget.js';

describe('the budget of one process', () => {
  let timing: FakeTiming;
  beforeEach(() => void (timing = new FakeTiming()));

  describeBudget(() => ({
    create: (rate, pauses) => new InProcessBudget(rate, pauses, timing, () => 0.5),
    advance: (ms) => timing.advance(ms),
    now: () => timing.now(),
  }));
});

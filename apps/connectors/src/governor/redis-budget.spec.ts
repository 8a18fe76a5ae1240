import { createLogger, SharedRedis } from '@segue/service';
import { canTestWith, TestRedis, until } from '@segue/testing';
import { describeBudget } from '../testing/describe-budget.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { FakePauseStore } from '../testing/fake-upstream.js';
import type { BudgetRate } from './budget.js';
import { RedisBudget } from './redis-budget.js';

const describeWithRedis = canTestWith('redis-server') ? describe : describe.skip;

describeWithRedis('the budget of all replicas', () => {
  const logger = createLogger('connectors', 'silent');
  let server: TestRedis;
  let redis: SharedRedis;
  let timing: FakeTiming;
  let offsetMs: number;

  beforeAll(async () => {
    server = await TestRedis.start();
    // More patient than the default: the machine does other things too.
    redis = new SharedRedis(server.url, logger, 1000);
  });
  afterAll(async () => {
    redis.close();
    await server.kill();
  });
  beforeEach(async () => {
    timing = new FakeTiming();
    offsetMs = 0;
    await until('Redis is asked', () => redis.ask((client) => client.flushAll()).then(Boolean, () => false));
  });

  const create = (rate: BudgetRate, pauses = new FakePauseStore()) =>
    new RedisBudget({
      redis,
      name: 'spotify',
      rate,
      pauses,
      timing,
      random: () => 0.5,
      clockOffsetMs: () => offsetMs,
    });
  const advance = (ms: number) => {
    timing.advance(ms);
    offsetMs += ms;
  };
  const RATE: BudgetRate = { callsPerSecond: 0.1, burst: 10 };
  /** How many calls go out now. */
  const granted = async (...budgets: RedisBudget[]) => {
    let count = 0;
    for (let round = 0; round < 20; round += 1) {
      for (const budget of budgets) if ((await budget.take()).why === 'granted') count += 1;
    }
    return count;
  };
  const isShared = async (budget: RedisBudget) => (await budget.state()).callsPerSecond === RATE.callsPerSecond;

  describeBudget(() => ({ create, advance, now: () => timing.now() }));

  it('is one for all of them, calls and pauses alike', async () => {
    const [one, other] = [create(RATE), create(RATE)];
    await one.take();
    advance(3_600_000);
    expect(await granted(one, other)).toBe(10);
    await one.throttled(8000);
    expect((await other.take()).why).toBe('cooldown');
  });

  it('starts with a single call when Redis has forgotten it', async () => {
    const budget = create(RATE);
    await server.ask('FLUSHALL');
    expect(await granted(budget)).toBe(1);
  });

  it.each([
    ['killed', () => server.kill(), () => server.goUp()],
    ['hanging', async () => server.freeze(), async () => server.thaw()],
  ])(
    'is half of an even share in each while Redis is %s, and whole again afterwards [S148]',
    async (_, lose, bringBack) => {
      const [one, other] = [create(RATE), create(RATE)];
      await other.take();
      expect(await isShared(one)).toBe(true);
      await lose();
      try {
        expect((await one.state()).callsPerSecond).toBe(0.025);
        expect(await granted(one)).toBe(1);
      } finally {
        await bringBack();
      }
      await until('Redis is asked again', () => isShared(one));
    },
  );

  it('keeps the pause that was asked for while Redis was away, for all', async () => {
    const [one, other] = [create(RATE), create(RATE)];
    await one.take();
    server.freeze();
    await one.throttled(9000);
    server.thaw();
    await until('Redis is asked again', async () => {
      await one.state();
      return (await other.take()).why === 'cooldown';
    });
  });
});

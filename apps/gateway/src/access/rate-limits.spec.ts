import { billingStatus, login, platformToken, profile, stripeWebhook } from '@segue/contracts';
import { RateLimiters, SharedRedis, createLogger, type SessionUser } from '@segue/service';
import { canTestWith, TestRedis, until } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { RateLimits } from './rate-limits.js';

const AT_ONCE = 50;
const PATIENT_MS = 5000;

/** The same limits, whoever keeps the counts. */
function describeLimits(createLimits: () => RateLimits): void {
  const aMember = (): SessionUser => ({ _id: randomUUID() }) as SessionUser;
  /** How many of so many requests pass, some of them at once. */
  async function passing(times: number, ask: () => Promise<void>): Promise<number> {
    let passed = 0;
    for (let sent = 0; sent < times; sent += AT_ONCE) {
      const results = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, times - sent) }, ask));
      passed += results.filter(({ status }) => status === 'fulfilled').length;
    }
    return passed;
  }

  it('let one member ask 1,200 times a minute, whoever else asks [S144]', async () => {
    const limits = createLimits();
    const [mia, ada] = [aMember(), aMember()];
    expect(await passing(1300, () => limits.take(billingStatus, mia, '203.0.113.7'))).toBe(1200);
    expect(await passing(10, () => limits.take(billingStatus, ada, '203.0.113.7'))).toBe(10);
  });

  it('let one household without a session ask 1,200 times a minute [S144]', async () => {
    const limits = createLimits();
    let host = 0;
    const ask = () => limits.take(platformToken, null, `2001:db8:1:2::${(host += 1).toString(16)}`);
    expect(await passing(1300, ask)).toBe(1200);
    await expect(limits.take(platformToken, null, '2001:db8:1:3::1')).resolves.toBeUndefined();
  });

  it('let Stripe tell of a whole month at once', async () => {
    const limits = createLimits();
    expect(await passing(3000, () => limits.take(stripeWebhook, null, '203.0.113.9'))).toBe(3000);
  });

  it('let one address guess 60 passwords a minute, sign in rightly as often as it likes, and then say for how long to wait [S13]', async () => {
    const limits = createLimits();
    const address = '203.0.113.7';
    for (let n = 0; n < 100; n += 1) await limits.noteAnswer(login, 200, address);
    for (let n = 0; n < 59; n += 1) await limits.noteAnswer(login, 401, address);
    await expect(limits.take(login, null, address)).resolves.toBeUndefined();
    await limits.noteAnswer(login, 401, address);
    const refused = limits.take(login, null, address);
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
    await expect(limits.take(profile, aMember(), address)).resolves.toBeUndefined();
    await expect(limits.take(login, null, '203.0.113.8')).resolves.toBeUndefined();
  });
}

describe('limits of one process', () => {
  describeLimits(() => new RateLimits(new RateLimiters()));
});

const describeWithRedis = canTestWith('redis-server') ? describe : describe.skip;
describeWithRedis('limits that replicas share', () => {
  const logger = createLogger('gateway', 'silent');
  const replicas: SharedRedis[] = [];
  let server: TestRedis;
  /** @param patienceMs long enough for a machine that does other things too, where nothing is lost. */
  const createReplica = (patienceMs?: number) => {
    const redis = new SharedRedis(server.url, logger, patienceMs);
    replicas.push(redis);
    return redis;
  };
  const reached = (redis: SharedRedis) => until('Redis is reached', async () => redis.client.isReady);
  const guess = async (limits: RateLimits, times: number) => {
    for (let n = 0; n < times; n += 1) await limits.noteAnswer(login, 401, '203.0.113.7');
  };
  const mayTry = (limits: RateLimits) =>
    limits.take(login, null, '203.0.113.7').then(
      () => true,
      () => false,
    );

  beforeAll(async () => void (server = await TestRedis.start()));
  afterAll(() => server.kill());
  beforeEach(async () => {
    await server.ask('FLUSHALL');
    await reached(createReplica(PATIENT_MS));
  });
  afterEach(() => replicas.splice(0).forEach((redis) => redis.close()));
  const limitsOf = (redis = replicas[0]) => new RateLimits(new RateLimiters(redis));

  describeLimits(limitsOf);

  it('are one for all of them', async () => {
    const other = createReplica(PATIENT_MS);
    await reached(other);
    await guess(limitsOf(), 30);
    await guess(limitsOf(other), 30);
    expect([await mayTry(limitsOf()), await mayTry(limitsOf(other))]).toEqual([false, false]);
  });

  it.each([
    ['killed', () => server.kill(), () => server.goUp()],
    ['hanging', async () => server.freeze(), async () => server.thaw()],
  ])('hold in each process while Redis is %s, and nobody waits for it [S148]', async (_, lose, bringBack) => {
    const hasty = createReplica();
    await reached(hasty);
    const limits = limitsOf(hasty);
    await lose();
    try {
      const startedAt = performance.now();
      await guess(limits, 60);
      expect(await mayTry(limits)).toBe(false);
      // The time-out of one command, and a busy machine.
      expect(performance.now() - startedAt).toBeLessThan(1000);
    } finally {
      await bringBack();
    }
    await until('Redis is asked again', () => mayTry(limits));
  });

  it('begin anew after Redis has forgotten everything', async () => {
    const limits = limitsOf();
    await guess(limits, 60);
    expect(await mayTry(limits)).toBe(false);
    await server.ask('FLUSHALL');
    expect(await mayTry(limits)).toBe(true);
  });
});

import { NetworkError, type HttpAnswer } from '../http/http-client.js';
import { PlatformError } from '../platforms/platform-error.js';
import { answerOf } from '../testing/fake-http.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { fakeGovernor } from '../testing/fake-upstream.js';
import { answering, fine, read, write } from '../testing/governed-calls.js';
import type { UpstreamCall } from './governor.js';

describe('a read', () => {
  it('is repeated after 5xx and lost answers, three times in all', async () => {
    const send = answering(answerOf(502), new NetworkError('reset'), fine);
    expect(await fakeGovernor(new FakeTiming()).run(read(), send)).toBe(fine);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('gives the third 5xx back and throws the third lost answer', async () => {
    const timing = new FakeTiming();
    expect((await fakeGovernor(timing).run(read(), answering(answerOf(503)))).status).toBe(503);
    const lost = answering(new NetworkError('timeout'));
    await expect(fakeGovernor(timing).run(read(), lost)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(lost).toHaveBeenCalledTimes(3);
  });

  it('is not repeated when it was waited for in vain for long: whoever asked is still there', async () => {
    const timing = new FakeTiming();
    const startedAt = timing.now();
    const stalling = (send: () => Promise<HttpAnswer>) => jest.fn(() => timing.sleep(9_900).then(send));
    const lost = stalling(answering(new NetworkError('timeout')));
    await expect(fakeGovernor(timing).run(read(), lost)).rejects.toMatchObject({ kind: 'unavailable' });
    const failing = stalling(answering(answerOf(504)));
    expect((await fakeGovernor(timing).run(read(), failing)).status).toBe(504);
    expect([lost.mock.calls.length, failing.mock.calls.length]).toEqual([1, 1]);
    expect(timing.now() - startedAt).toBeLessThan(20_000);
  });

  it('pauses longer with full jitter from try to try', async () => {
    const timing = new FakeTiming();
    await fakeGovernor(timing).run(read(), answering(answerOf(500)));
    expect(timing.slept).toEqual([200, 400]);
  });
});

describe('repeats', () => {
  it('are a tenth of the calls at most while a platform is in trouble', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing);
    let sent = 0;
    // Every ninth call succeeds, so that the breaker stays closed.
    const send = async () => ((sent += 1) % 9 === 0 ? fine : answerOf(502));
    for (let call = 0; call < 500; call += 1) await governor.run(read(), send);
    expect(sent - 500).toBeGreaterThan(20);
    expect(sent - 500).toBeLessThanOrEqual(20 + sent / 10);
  });
});

describe('a write', () => {
  it.each([answerOf(500), answerOf(503)])('is sent once when the answer is %o', async (answer) => {
    const send = answering(answer);
    expect(await fakeGovernor(new FakeTiming()).run(write, send)).toBe(answer);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is sent once when the answer is lost or the platform is busy', async () => {
    const lost = answering(new NetworkError('reset'));
    await expect(fakeGovernor(new FakeTiming()).run(write, lost)).rejects.toMatchObject({ kind: 'unavailable' });
    const busy = answering(answerOf(429, {}, { 'retry-after': '1' }));
    await expect(fakeGovernor(new FakeTiming()).run(write, busy)).rejects.toMatchObject({ kind: 'busy' });
    expect([lost.mock.calls.length, busy.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('a 429', () => {
  it('stops everybody for as long as it says', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing);
    const sentAt: number[] = [];
    const start = timing.now();
    const send = (first: HttpAnswer) => {
      const answers = [first, fine];
      return async () => {
        sentAt.push(timing.now() - start);
        return answers.shift() ?? fine;
      };
    };
    await governor.run(read('mia'), send(answerOf(429, {}, { 'retry-after': '7' })));
    await Promise.all([governor.run(read('ben'), send(fine)), governor.run(read('zoe'), send(fine))]);
    expect(sentAt[0]).toBe(0);
    expect(sentAt.slice(1).every((at) => at >= 7000)).toBe(true);
  });

  it('is answered as busy at once when it asks for more than ten seconds', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing);
    const throttled = answering(answerOf(429, {}, { 'retry-after': '79892' }));
    const busy = { kind: 'busy', facts: { retryAfterSeconds: 79_892 } };
    await expect(governor.run(read(), throttled)).rejects.toMatchObject(busy);
    const other = answering(fine);
    await expect(governor.run(read('ben'), other)).rejects.toMatchObject(busy);
    expect(other).not.toHaveBeenCalled();
    expect(timing.slept).toEqual([]);
    timing.advance(79_892_000);
    expect(await governor.run(read('ben'), other)).toBe(fine);
  });

  it('without a time backs off for 0.5, 1, 2 and 4 seconds and a little more', async () => {
    const timing = new FakeTiming();
    const bare = answerOf(429);
    await fakeGovernor(timing).run(read(), answering(bare, bare, bare, fine));
    expect(timing.slept).toEqual([563, 1125, 2250]);
  });

  it('for a used-up quota is busy for an hour unless it says otherwise', async () => {
    const quota = answerOf(429, { error: { status: 429, reason: 'QUOTA_EXCEEDED' } });
    await expect(fakeGovernor(new FakeTiming()).run(read(), answering(quota))).rejects.toMatchObject({
      facts: { retryAfterSeconds: 3600 },
    });
  });

  it('may write its time as a date', async () => {
    const timing = new FakeTiming();
    const date = new Date(timing.now() + 60_000).toUTCString();
    const throttled = answering(answerOf(429, {}, { 'retry-after': date }));
    await expect(fakeGovernor(timing).run(read(), throttled)).rejects.toMatchObject({
      facts: { retryAfterSeconds: 60 },
    });
  });
});

describe('the turns', () => {
  /** Runs calls that take 100 ms each and tells in which order they were sent and how many at once. */
  async function play(calls: UpstreamCall[]) {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing);
    const order: string[] = [];
    const running = { now: 0, most: 0, mostOf: new Map<string, number>(), nowOf: new Map<string, number>() };
    const send = (call: UpstreamCall) => async () => {
      order.push(`${call.userId}/${call.priority}`);
      running.most = Math.max(running.most, ++running.now);
      const mine = (running.nowOf.get(call.userId) ?? 0) + 1;
      running.nowOf.set(call.userId, mine);
      running.mostOf.set(call.userId, Math.max(running.mostOf.get(call.userId) ?? 0, mine));
      await timing.sleep(100);
      running.now -= 1;
      running.nowOf.set(call.userId, (running.nowOf.get(call.userId) ?? 1) - 1);
      return fine;
    };
    await Promise.all(calls.map((call) => governor.run(call, send(call))));
    return { order, running };
  }
  const many = (userId: string, count: number, priority: UpstreamCall['priority'] = 'interactive') =>
    Array.from({ length: count }, () => read(userId, priority));

  it('keep to eight calls in all and four of one member [S147]', async () => {
    const { running } = await play([...many('mia', 20), ...many('ben', 20), ...many('zoe', 20)]);
    expect(running.most).toBe(8);
    expect([...running.mostOf.values()].every((most) => most <= 4)).toBe(true);
  });

  it('let a member with one call pass one with a hundred [S147]', async () => {
    const { order } = await play([...many('mia', 100), ...many('ben', 60), read('zoe')]);
    expect(order.indexOf('zoe/interactive')).toBeLessThan(12);
  });

  it('let people pass jobs', async () => {
    const { order } = await play([...many('mia', 40, 'background'), ...many('ben', 40, 'background'), read('zoe')]);
    expect(order.indexOf('zoe/interactive')).toBeLessThanOrEqual(8);
  });

  it('share the calls 40 : 40 : 15 : 5 between the classes while all wait', async () => {
    const classes = ['interactive', 'job', 'background', 'maintenance'] as const;
    const { order } = await play(classes.flatMap((name) => ['a', 'b', 'c'].flatMap((m) => many(m + name, 70, name))));
    const share = (name: string) => order.slice(8, 208).filter((one) => one.endsWith(name)).length / 2;
    for (const [name, percent] of [
      ['interactive', 40],
      ['job', 40],
      ['background', 15],
      ['maintenance', 5],
    ] as const) {
      expect(Math.abs(share(name) - percent)).toBeLessThanOrEqual(2);
    }
  });

  it('lend what a class does not use to the others', async () => {
    const { order, running } = await play([...many('mia', 20, 'maintenance'), ...many('ben', 20, 'background')]);
    expect(order).toHaveLength(40);
    expect(running.most).toBe(8);
  });

  it('tell how long it takes when the line is too long to wait in', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing, { rate: { callsPerSecond: 10, burst: 5 } });
    const calls = many('mia', 300).map((call) => governor.run(call, async () => fine));
    await new Promise(setImmediate);
    const ahead = (await governor.state()).waiting.interactive;
    await expect(governor.run(read('mia'), answering(fine))).rejects.toMatchObject({
      kind: 'busy',
      facts: { retryAfterSeconds: Math.ceil(ahead / 4) },
    });
    expect(await governor.run(read('mia', 'job'), answering(fine))).toBe(fine);
    await Promise.all(calls);
  });

  it('turn nobody away because of the line of another', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing, { rate: { callsPerSecond: 10, burst: 5 } });
    const start = timing.now();
    const calls = many('mia', 300).map((call) => governor.run(call, async () => fine));
    await new Promise(setImmediate);
    expect(await governor.run(read('zoe'), answering(fine))).toBe(fine);
    expect(timing.now() - start).toBeLessThan(1000);
    await Promise.all(calls);
  });

  it('send nothing in the name of somebody who has left meanwhile, and the seat goes to the next', async () => {
    const governor = fakeGovernor(new FakeTiming());
    const gone = new PlatformError('reconnect-required', 'spotify');
    let hasLeft = false;
    const assertAllowed = async () => {
      if (hasLeft) throw gone;
    };
    const send = jest.fn(async () => {
      hasLeft = true;
      return fine;
    });
    const calls = many('mia', 20, 'job').map((call) => governor.run({ ...call, assertAllowed }, send));
    const ends = await Promise.allSettled(calls);
    // Those that were under way together.
    expect(send.mock.calls.length).toBeLessThanOrEqual(4);
    expect(ends.slice(4)).toEqual(Array(16).fill({ status: 'rejected', reason: gone }));
    expect(await governor.state()).toMatchObject({ state: 'open', running: 0, waiting: { job: 0 } });
  });

  it('keep to the rate', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing, { rate: { callsPerSecond: 10, burst: 5 } });
    const start = timing.now();
    await Promise.all(many('mia', 25).map((call) => governor.run(call, async () => fine)));
    expect(timing.now() - start).toBeGreaterThanOrEqual(2000);
    expect(timing.now() - start).toBeLessThan(2300);
  });
});

describe('the rate', () => {
  const busy = (seconds: string) => answering(answerOf(429, {}, { 'retry-after': seconds }), fine);
  const rateOf = async (governor: ReturnType<typeof fakeGovernor>) => (await governor.state()).callsPerSecond;

  it('halves with each 429 down to an eighth, and grows by 5 % with each quiet minute', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing, { rate: { callsPerSecond: 80, burst: 160 } });
    const rates: number[] = [];
    for (let refusal = 0; refusal < 4; refusal += 1) {
      await governor.run(read(), busy('1'));
      rates.push(await rateOf(governor));
    }
    expect(rates).toEqual([40, 20, 10, 10]);
    timing.advance(61_000);
    expect(await rateOf(governor)).toBeCloseTo(10.5);
    timing.advance(60 * 60_000);
    expect(await rateOf(governor)).toBe(80);
  });

  it('halves once for all calls that were under way', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing, { rate: { callsPerSecond: 80, burst: 160 } });
    const slowly = (send: () => Promise<HttpAnswer>) => () => timing.sleep(100).then(send);
    await Promise.all(['mia', 'ben', 'zoe'].map((member) => governor.run(read(member), slowly(busy('1')))));
    expect(await rateOf(governor)).toBe(40);
  });
});

describe('the state', () => {
  it('tells who waits, what runs and what the last hour cost', async () => {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing, { rate: { callsPerSecond: 10, burst: 20 } });
    await governor.run(read(), answering(answerOf(429, {}, { 'retry-after': '1' }), fine));
    expect(await governor.state()).toEqual({
      platform: 'spotify',
      state: 'open',
      until: null,
      callsPerSecond: 5,
      waiting: { interactive: 0, job: 0, background: 0, maintenance: 0 },
      running: 0,
      callsLastHour: 2,
      throttledLastHour: 1,
    });
    const calls = Array.from({ length: 6 }, () =>
      governor.run(read('mia', 'job'), () => timing.sleep(100).then(() => fine)),
    );
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(await governor.state()).toMatchObject({ running: 4, waiting: { job: 2 } });
    await Promise.all(calls);
    timing.advance(61 * 60_000);
    expect(await governor.state()).toMatchObject({ callsLastHour: 0, throttledLastHour: 0 });
  });
});

describe('the breaker', () => {
  async function broken() {
    const timing = new FakeTiming();
    const governor = fakeGovernor(timing);
    for (let call = 0; call < 10; call += 1) await governor.run(write, answering(answerOf(500)));
    return { timing, governor };
  }

  it('opens after ten failures in a row and answers without asking', async () => {
    const { governor } = await broken();
    const send = answering(fine);
    await expect(governor.run(read(), send)).rejects.toMatchObject({
      kind: 'unavailable',
      facts: { retryAfterSeconds: 5 },
    });
    expect(send).not.toHaveBeenCalled();
    expect((await governor.state()).state).toBe('broken');
  });

  it('closes when one probe succeeds', async () => {
    const { timing, governor } = await broken();
    timing.advance(5_000);
    expect(await governor.run(read(), answering(fine))).toBe(fine);
    expect(await governor.run(read('ben'), answering(fine))).toBe(fine);
  });

  it('lets one probe through at a time and stays open twice as long when it fails', async () => {
    const { timing, governor } = await broken();
    timing.advance(5_000);
    const slowFailure = async () => {
      await timing.sleep(100);
      return answerOf(500);
    };
    const probe = governor.run(write, slowFailure);
    const others = answering(fine);
    await expect(governor.run(read('ben'), others)).rejects.toMatchObject({ kind: 'unavailable' });
    await probe;
    await expect(governor.run(read('ben'), others)).rejects.toMatchObject({ facts: { retryAfterSeconds: 10 } });
    expect(others).not.toHaveBeenCalled();
  });
});

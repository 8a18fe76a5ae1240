import { NetworkError } from '../http/http-client.js';
import { answerOf } from '../testing/fake-http.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { FakePauseStore, fakeGovernor } from '../testing/fake-upstream.js';
import { answering, fine, read } from '../testing/governed-calls.js';

describe('a pause of hours', () => {
  const HOURS_23_S = 82_800;
  const quota = answerOf(429, { error: { reason: 'QUOTA_EXCEEDED' } }, { 'retry-after': String(HOURS_23_S) });

  it('survives a restart', async () => {
    const [timing, pauses] = [new FakeTiming(), new FakePauseStore()];
    await expect(fakeGovernor(timing, { pauses }).run(read(), answering(quota))).rejects.toMatchObject({
      kind: 'busy',
    });
    timing.advance(3_600_000);
    const restarted = fakeGovernor(timing, { pauses });
    const send = answering(fine);
    await expect(restarted.run(read(), send)).rejects.toMatchObject({
      kind: 'busy',
      facts: { retryAfterSeconds: HOURS_23_S - 3600 },
    });
    expect(send).not.toHaveBeenCalled();
    expect(await restarted.state()).toMatchObject({
      state: 'cooldown',
      until: new Date(timing.now() + (HOURS_23_S - 3600) * 1000).toISOString(),
    });
  });

  it.each(['the same process', 'a restarted one'])('ends with one probe in %s', async (which) => {
    const [timing, pauses] = [new FakeTiming(), new FakePauseStore()];
    const before = fakeGovernor(timing, { pauses });
    await expect(before.run(read(), answering(quota))).rejects.toMatchObject({ kind: 'busy' });
    timing.advance(HOURS_23_S * 1000);
    const governor = which === 'the same process' ? before : fakeGovernor(timing, { pauses });
    let [running, most] = [0, 0];
    let isProbed = false;
    const send = async () => {
      running += 1;
      if (!isProbed) most = Math.max(most, running);
      await timing.sleep(2_000);
      isProbed = true;
      running -= 1;
      return fine;
    };
    await Promise.all(['mia', 'ben', 'zoe'].map((member) => governor.run(read(member), send)));
    expect(most).toBe(1);
    expect(pauses.until).toBeNull();
  });

  it('goes on when the probe is refused, and nobody else has called', async () => {
    const [timing, pauses] = [new FakeTiming(), new FakePauseStore()];
    const governor = fakeGovernor(timing, { pauses });
    const send = answering(quota);
    await expect(governor.run(read(), send)).rejects.toMatchObject({ kind: 'busy' });
    timing.advance(HOURS_23_S * 1000);
    const calls = ['mia', 'ben', 'zoe'].map((member) => governor.run(read(member), send));
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { facts: { retryAfterSeconds: HOURS_23_S } } });
    }
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is probed again when the probe got no answer', async () => {
    const [timing, pauses] = [new FakeTiming(), new FakePauseStore()];
    const governor = fakeGovernor(timing, { pauses });
    await expect(governor.run(read(), answering(quota))).rejects.toMatchObject({ kind: 'busy' });
    timing.advance(HOURS_23_S * 1000);
    expect(await governor.run(read(), answering(new NetworkError('reset'), answerOf(502), fine))).toBe(fine);
    expect(pauses.until).toBeNull();
  });
});

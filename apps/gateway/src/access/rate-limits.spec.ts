import { billingStatus, login, platformToken, profile } from '@segue/contracts';
import type { SessionUser } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { networkOf, RateLimits } from './rate-limits.js';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8:1::1', '2001:db8:1:0'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1:2:3:4', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('limits', () => {
  const aMember = (): SessionUser => ({ _id: randomUUID() }) as SessionUser;
  /** How many of so many requests pass. */
  async function passing(times: number, ask: () => Promise<void>): Promise<number> {
    const results = await Promise.allSettled(Array.from({ length: times }, ask));
    return results.filter(({ status }) => status === 'fulfilled').length;
  }

  it('let one member ask 1,200 times a minute, whoever else asks', async () => {
    const limits = new RateLimits();
    const [mia, ada] = [aMember(), aMember()];
    expect(await passing(1300, () => limits.take(billingStatus, mia, '203.0.113.7'))).toBe(1200);
    expect(await passing(10, () => limits.take(billingStatus, ada, '203.0.113.7'))).toBe(10);
  });

  it('let one household without a session ask 600 times a minute', async () => {
    const limits = new RateLimits();
    let host = 0;
    const ask = () => limits.take(platformToken, null, `2001:db8:1:2::${(host += 1).toString(16)}`);
    expect(await passing(700, ask)).toBe(600);
    await expect(limits.take(platformToken, null, '2001:db8:1:3::1')).resolves.toBeUndefined();
  });

  it('let one address sign in 120 times a minute and then say for how long to wait', async () => {
    const limits = new RateLimits();
    expect(await passing(130, () => limits.take(login, null, '203.0.113.7'))).toBe(120);
    const refused = limits.take(login, null, '203.0.113.7');
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
    await expect(limits.take(profile, aMember(), '203.0.113.7')).resolves.toBeUndefined();
    await expect(limits.take(login, null, '203.0.113.8')).resolves.toBeUndefined();
  });
});

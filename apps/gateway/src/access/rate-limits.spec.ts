import { billingStatus, login, platformToken, profile, stripeWebhook } from '@segue/contracts';
import type { SessionUser } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { RateLimits } from './rate-limits.js';

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

  it('let one household without a session ask 1,200 times a minute', async () => {
    const limits = new RateLimits();
    let host = 0;
    const ask = () => limits.take(platformToken, null, `2001:db8:1:2::${(host += 1).toString(16)}`);
    expect(await passing(1300, ask)).toBe(1200);
    await expect(limits.take(platformToken, null, '2001:db8:1:3::1')).resolves.toBeUndefined();
  });

  it('let Stripe tell of a whole month at once', async () => {
    const limits = new RateLimits();
    expect(await passing(3000, () => limits.take(stripeWebhook, null, '203.0.113.9'))).toBe(3000);
  });

  it('let one address guess 60 passwords a minute, sign in rightly as often as it likes, and then say for how long to wait', async () => {
    const limits = new RateLimits();
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
});

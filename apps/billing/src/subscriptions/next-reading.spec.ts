import { nextReading } from './next-reading.js';
import type { StripeStatus } from './subscription.entity.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const HOUR = 3600;
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const ending = (periodEndsAt: Date, status: StripeStatus = 'active', endsAt: Date | null = null) => ({
  ...{ status, periodEndsAt, endsAt },
});

describe('Stripe is asked again', () => {
  it('within a day while there is a subscription', () => {
    expect(nextReading(ending(after(20 * 24 * HOUR)), null, NOW)).toEqual(after(24 * HOUR));
  });

  it('when a period is over, or a canceled subscription', () => {
    expect(nextReading(ending(after(HOUR)), null, NOW)).toEqual(after(HOUR + 5));
    expect(nextReading(ending(after(9 * HOUR), 'active', after(HOUR)), null, NOW)).toEqual(after(HOUR + 5));
  });

  it('every ten minutes when what follows a period is not known', () => {
    expect(nextReading(ending(after(-HOUR)), null, NOW)).toEqual(after(600));
  });

  it('ever more seldom about a checkout that stays open, from one minute to one hour', () => {
    expect(nextReading(null, NOW, NOW)).toEqual(after(60));
    expect(nextReading(null, after(-600), NOW)).toEqual(after(600));
    expect(nextReading(null, after(-20 * HOUR), NOW)).toEqual(after(HOUR));
  });

  it('not about what is over', () => {
    expect(nextReading(null, null, NOW)).toBeNull();
    expect(nextReading(ending(after(-HOUR), 'canceled'), null, NOW)).toBeNull();
  });
});

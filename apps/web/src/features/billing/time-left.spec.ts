import { timeLeft } from './time-left.js';

describe('the time left until the next free update', () => {
  it('is told in hours and minutes', () => {
    expect(timeLeft(24 * 3_600_000)).toBe('24h 0m');
    expect(timeLeft(5 * 3_600_000 + 12 * 60_000)).toBe('5h 12m');
  });
  it('is rounded up, so that it never promises too early', () => expect(timeLeft(1)).toBe('0h 1m'));
  it('is nothing once the day has run out', () => expect(timeLeft(0)).toBeNull());
});

import { monthsAfter, nextPeriodEnd } from './periods.js';

const at = (day: string): number => Date.parse(`${day}T09:30:00Z`) / 1000;

describe('a monthly period', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
  ])('that began on %s ends after %i months on %s', (start, months, end) => {
    expect(monthsAfter(at(start), months)).toBe(at(end));
  });

  it('follows the one before without a gap', () => {
    expect(nextPeriodEnd(at('2026-01-31'), at('2026-02-28'))).toBe(at('2026-03-31'));
  });
});

import type { VisitsOfDay } from './api.js';
import { byWeek, withEveryDay } from './visit-series.js';

describe('visits by week', () => {
  it('are sums of seven days, of which the last ends today, without the days of a week that is not whole', () => {
    const rows = [
      { date: '2026-06-01', '/': 100 },
      { date: '2026-06-02', '/': 1 },
      { date: '2026-06-08', '/': 2, '/pricing': 5 },
      { date: '2026-06-15', '/': 4 },
    ] as unknown as VisitsOfDay[];
    expect(byWeek(withEveryDay(rows, ['/', '/pricing']))).toEqual([
      { date: '2026-06-02', '/': 3, '/pricing': 5 },
      { date: '2026-06-09', '/': 4, '/pricing': 0 },
    ]);
  });

  it('are none of no days', () => {
    expect(byWeek([])).toEqual([]);
  });
});

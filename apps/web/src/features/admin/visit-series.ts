import type { IpSummaryRow, VisitsOfDay } from './api.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PageTotal {
  path: string;
  visits: number;
}

const countOf = (row: Readonly<Record<string, unknown>>, path: string): number => {
  const count = row[path];
  return typeof count === 'number' ? count : 0;
};

/** What a row holds besides its counts. */
const LABELS: ReadonlySet<string> = new Set(['date', 'ip', 'location', 'browser', 'device']);

/** Every path with all its visits, the most visited first. */
export function totalsOf(rows: readonly Readonly<Record<string, unknown>>[]): PageTotal[] {
  const totals = new Map<string, number>();
  for (const row of rows) {
    for (const path of Object.keys(row)) {
      if (!LABELS.has(path)) totals.set(path, (totals.get(path) ?? 0) + countOf(row, path));
    }
  }
  return [...totals]
    .map(([path, visits]) => ({ path, visits }))
    .sort((a, b) => b.visits - a.visits || a.path.localeCompare(b.path));
}

/** One row for each day from the first to the last, so that a day without visits is drawn as none. */
export function withEveryDay(
  rows: readonly VisitsOfDay[],
  paths: readonly string[],
): Record<string, string | number>[] {
  const [first, last] = [rows[0]?.date, rows.at(-1)?.date];
  if (first === undefined || last === undefined) return [];
  const byDay = new Map(rows.map((row) => [row.date, row]));
  const days: Record<string, string | number>[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    const row = byDay.get(date) ?? {};
    days.push({ date, ...Object.fromEntries(paths.map((path) => [path, countOf(row, path)])) });
  }
  return days;
}

const DAYS_OF_A_WEEK = 7;

/**
 * Sums of seven days each, by their first one; the newest week ends with the last day. Days before the oldest whole week
 * are left out: the sum of a few would be drawn as a week in which hardly anybody came.
 */
export function byWeek(days: readonly Record<string, string | number>[]): Record<string, string | number>[] {
  const weeks: Record<string, string | number>[] = [];
  for (let end = days.length; end >= DAYS_OF_A_WEEK; end -= DAYS_OF_A_WEEK) {
    const week = days.slice(end - DAYS_OF_A_WEEK, end);
    const sums = totalsOf(week).map(({ path, visits }) => [path, visits]);
    weeks.unshift({ date: week[0]?.date ?? '', ...Object.fromEntries(sums) });
  }
  return weeks;
}

/** The networks with the most visits first, with 0 for every path they did not visit. */
export function rankedNetworks(rows: readonly IpSummaryRow[], paths: readonly string[]): IpSummaryRow[] {
  const totalOf = (row: IpSummaryRow) => paths.reduce((sum, path) => sum + countOf(row, path), 0);
  return rows
    .map((row) => ({ ...row, ...Object.fromEntries(paths.map((path) => [path, countOf(row, path)])) }))
    .sort((a, b) => totalOf(b) - totalOf(a)) as IpSummaryRow[];
}

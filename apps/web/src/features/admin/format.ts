const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const CLOCK = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** `November 20, 2026 at 17:05`, or a dash for never. */
export const formatDateTime = (at: string | number | null): string =>
  at === null ? '–' : DATE_TIME.format(new Date(at));

/** The same with seconds. */
export const formatClock = (at: string | number): string => CLOCK.format(new Date(at));

/** `November 20` of a day `2026-11-20`. */
export const formatDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** `November 20, 2026` of a day `2026-11-20`. */
export const formatLongDay = (day: string): string => LONG_DAY.format(new Date(`${day}T00:00:00Z`));

/** `22,000` of the number that a chart draws. */
export const formatCount = (count: unknown): string => Number(count).toLocaleString('en-US');

/** `512.25 MB` of bytes. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(2)} MB`;

/** Whole minutes of seconds. */
export const formatMinutes = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  return `${minutes.toLocaleString('en-US')} ${minutes === 1 ? 'minute' : 'minutes'}`;
};

/** `3 min` since a moment; `0 s` when it lies ahead. */
export function formatAge(since: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - new Date(since).getTime()) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

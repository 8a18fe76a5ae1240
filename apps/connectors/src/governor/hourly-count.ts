import type { Timing } from '../timing.js';

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Counts what happened in the last hour, by the minute. */
export class HourlyCount {
  private readonly byMinute = new Map<number, number>();

  constructor(private readonly timing: Timing) {}

  add(): void {
    const minute = this.thisMinute();
    this.byMinute.set(minute, (this.byMinute.get(minute) ?? 0) + 1);
    this.forget(minute);
  }

  lastHour(): number {
    this.forget(this.thisMinute());
    return [...this.byMinute.values()].reduce((sum, count) => sum + count, 0);
  }

  private forget(now: number): void {
    for (const minute of this.byMinute.keys()) if (minute <= now - MINUTES) this.byMinute.delete(minute);
  }

  private thisMinute(): number {
    return Math.floor(this.timing.now() / MINUTE_MS);
  }
}

/** The simulator's time: the machine's, moved by an offset that tests set (token ages, renewals, rate windows). */
export class Clock {
  offsetMs = 0;

  constructor(readonly machineNowMs: () => number = Date.now) {}

  nowMs(): number {
    return this.machineNowMs() + this.offsetMs;
  }

  /** ISO 8601 with whole seconds, as both platforms write times. */
  nowIso(): string {
    return isoSeconds(this.nowMs());
  }
}

export const isoSeconds = (timeMs: number): string => new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, 'Z');

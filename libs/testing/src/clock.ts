/** A clock that stands still until it is moved. Fits wherever a service takes its time from. */
export class TestClock {
  private current: Date;

  constructor(start = '2026-06-01T12:00:00.000Z') {
    this.current = new Date(start);
  }

  now(): Date {
    return new Date(this.current);
  }

  /** Moves time on by `ms`. */
  advance(ms: number): void {
    this.current = new Date(this.current.getTime() + ms);
  }
}

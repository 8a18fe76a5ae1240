import type { Timing } from '../timing.js';

/** A single broken playlist answers 5xx many times, but other calls succeed in between. */
const FAILURES_TO_OPEN = 10;
const FIRST_OPEN_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

/** Stops calling a platform that fails again and again; after a while one probe finds out whether it is back. */
export class Breaker {
  private failuresInARow = 0;
  private openUntil = 0;
  private openMs = FIRST_OPEN_MS;
  private state: 'closed' | 'open' | 'probing' = 'closed';

  constructor(private readonly timing: Timing) {}

  /** @returns 0 when the call may go out, else how long to wait in ms. The caller reports how an admitted call went. */
  admit(): number {
    if (this.state === 'closed') return 0;
    const waitMs = this.openUntil - this.timing.now();
    if (waitMs > 0) return waitMs;
    if (this.state === 'probing') return FIRST_OPEN_MS;
    this.state = 'probing';
    return 0;
  }

  /** Until when calls are kept back, in ms since 1970; null while they go out. */
  get brokenUntil(): number | null {
    return this.state === 'closed' ? null : Math.max(this.openUntil, this.timing.now());
  }

  succeeded(): void {
    this.state = 'closed';
    this.failuresInARow = 0;
    this.openMs = FIRST_OPEN_MS;
  }

  failed(): void {
    this.failuresInARow += 1;
    if (this.state === 'probing') this.open(Math.min(LONGEST_OPEN_MS, this.openMs * 2));
    else if (this.state === 'closed' && this.failuresInARow >= FAILURES_TO_OPEN) this.open(FIRST_OPEN_MS);
  }

  private open(ms: number): void {
    this.state = 'open';
    this.openMs = ms;
    this.openUntil = this.timing.now() + ms;
  }
}

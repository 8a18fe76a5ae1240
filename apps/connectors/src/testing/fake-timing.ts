import { Timing } from '../timing.js';

/** A clock that jumps to the next sleeper's hour as soon as nothing else is left to do. Nothing really waits. */
export class FakeTiming extends Timing {
  /** Every sleep asked for, in ms. */
  readonly slept: number[] = [];
  private current = Date.parse('2026-06-01T12:00:00.000Z');
  private readonly sleepers: { at: number; wake: () => void }[] = [];
  private ticking = false;

  now(): number {
    return this.current;
  }

  advance(ms: number): void {
    this.current += ms;
  }

  sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    return new Promise((wake) => {
      this.sleepers.push({ at: this.current + ms, wake });
      this.tickLater();
    });
  }

  private tickLater(): void {
    if (this.ticking) return;
    this.ticking = true;
    setImmediate(() => {
      this.ticking = false;
      this.sleepers.sort((one, other) => one.at - other.at);
      const next = this.sleepers.shift();
      if (!next) return;
      this.current = Math.max(this.current, next.at);
      next.wake();
      if (this.sleepers.length > 0) this.tickLater();
    });
  }
}

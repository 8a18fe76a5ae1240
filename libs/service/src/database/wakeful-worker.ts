import { waitAtMost } from '../jobs/wait-at-most.js';
import type { PostgresListener } from './postgres-listener.js';

/** Backstop for a lost notification, and the pause after a failure. */
const POLL_MS = 5000;

/**
 * Does the work that waits in a table: when a channel tells of some, and every few seconds in case it told in vain.
 * One run at a time; what is told during a run starts another.
 */
export class WakefulWorker {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private closed = false;

  constructor(
    /** Does all that is due, and stops early when the worker is closed. */
    private readonly work: () => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  get isClosed(): boolean {
    return this.closed;
  }

  async start(listener: PostgresListener, channel: string): Promise<void> {
    const wake = () => this.wake();
    await listener.listen(channel, { onNotification: wake, onListening: wake });
  }

  /**
   * Resolves when the current run, if any, is over.
   * @param graceMs after so long it is left alone.
   */
  async close(graceMs?: number): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    if (this.running === undefined) return;
    await (graceMs === undefined ? this.running : waitAtMost(graceMs, this.running));
  }

  private wake(): void {
    if (this.closed) return;
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = this.work()
      .catch(this.onFailure)
      .finally(() => {
        this.running = undefined;
        if (this.closed) return;
        if (this.again) {
          this.again = false;
          this.wake();
        } else {
          this.timer = setTimeout(() => this.wake(), POLL_MS).unref();
        }
      });
  }
}

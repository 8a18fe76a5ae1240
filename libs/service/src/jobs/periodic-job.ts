import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { waitAtMost } from './wait-at-most.js';

const HOUR_MS = 60 * 60 * 1000;
/** A stopping service waits this long for the run under way; what is cut off is done again by the next. */
const CLOSE_GRACE_MS = 4000;

/**
 * Something a service does by the clock, from when it is up until it stops: one run at a time, and a stopping service
 * waits for the one under way. What fails is tried again the next time.
 */
export abstract class PeriodicJob implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  /** @param name what the log calls it. */
  constructor(
    private readonly name: string,
    protected readonly logger: Logger,
    private readonly everyMs = HOUR_MS,
  ) {}

  /** Does it once. Replicas may do it at the same time. */
  abstract run(): Promise<void>;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.tryRun().finally(() => (this.running = undefined));
    }, this.everyMs).unref();
  }

  /** While the database still answers. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    if (this.running !== undefined) await waitAtMost(CLOSE_GRACE_MS, this.running);
  }

  private async tryRun(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.logger.warn({ event: 'job.failed', job: this.name, err: error }, 'a job by the clock failed');
    }
  }
}

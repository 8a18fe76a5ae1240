import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';

const HOUR_MS = 60 * 60 * 1000;

/** Something a service does by the clock, from when it is up until it stops. What fails is tried again the next time. */
export abstract class PeriodicJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  /** @param name what the log calls it. */
  constructor(
    private readonly name: string,
    protected readonly logger: Logger,
    private readonly everyMs = HOUR_MS,
  ) {}

  /** Does it once. Replicas may do it at the same time. */
  abstract run(): Promise<void>;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryRun(), this.everyMs).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async tryRun(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.logger.warn({ event: 'job.failed', job: this.name, err: error }, 'a job by the clock failed');
    }
  }
}

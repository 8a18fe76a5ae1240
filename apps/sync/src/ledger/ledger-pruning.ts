import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@segue/service';
import type { Logger } from 'pino';
import { Ledger } from './ledger.js';

const EVERY_MS = 60 * 60 * 1000;

/** Takes old operations out of the ledger, hourly. */
@Injectable()
export class LedgerPruning implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ledger: Ledger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.prune(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async prune(): Promise<void> {
    await this.ledger
      .prune()
      .catch((error: unknown) => this.logger.warn({ event: 'ledger.prune-failed', err: error }, 'old operations stay'));
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, PeriodicJob } from '@segue/service';
import type { Logger } from 'pino';
import { Ledger } from './ledger.js';

/** Takes old operations out of the ledger, hourly. */
@Injectable()
export class LedgerPruning extends PeriodicJob {
  constructor(
    private readonly ledger: Ledger,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('ledger-pruning', logger);
  }

  run(): Promise<void> {
    return this.ledger.prune();
  }
}

import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@segue/service';
import type { Logger } from 'pino';
import { RecordingMemory } from './recording-memory.js';
import { SearchMemory } from './search-memory.js';

const PRUNE_EVERY_MS = 60 * 60 * 1000;

/** Lets the memory forget by the clock. */
@Injectable()
export class MemoryPruning implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly memory: RecordingMemory,
    private readonly searches: SearchMemory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.prune(), PRUNE_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async prune(): Promise<void> {
    await Promise.all([this.memory.prune(), this.searches.prune()]).catch((err: unknown) =>
      this.logger.warn({ event: 'recording-memory.prune-failed', err }, 'memory not pruned'),
    );
  }
}

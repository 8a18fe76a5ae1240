import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, PeriodicJob } from '@segue/service';
import type { Logger } from 'pino';
import { LibraryCache } from '../library/library-cache.js';
import { RecordingMemory } from './recording-memory.js';
import { SearchMemory } from './search-memory.js';

/** Lets memory and cache forget by the clock, hourly. */
@Injectable()
export class MemoryPruning extends PeriodicJob {
  constructor(
    private readonly memory: RecordingMemory,
    private readonly searches: SearchMemory,
    private readonly libraries: LibraryCache,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('memory-pruning', logger);
  }

  async run(): Promise<void> {
    await Promise.all([this.memory.prune(), this.searches.prune(), this.libraries.prune()]);
  }
}

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { RequestedTrack, Track } from '@segue/contracts';
import { Piscina } from 'piscina';
import { comparePlaylists, type Comparison } from './compare.js';
import type { ComparisonTask } from './comparison-worker.js';

/** Address of the compiled `comparison-worker.js`. */
export const COMPARISON_WORKER = Symbol('COMPARISON_WORKER');

/** A longer list would keep all other members waiting for its turn in the event loop. */
const MOST_TRACKS_INLINE = 5_000;
const MOST_THREADS = 2;
const IDLE_MS = 10_000;

/** Compares playlists: short ones here, long ones in worker threads. */
@Injectable()
export class ComparisonWorkers implements OnApplicationShutdown {
  private pool: Piscina<ComparisonTask, Comparison> | null = null;

  constructor(@Inject(COMPARISON_WORKER) private readonly worker: URL) {}

  async compare(source: readonly RequestedTrack[], target: readonly Track[]): Promise<Comparison> {
    if (Math.max(source.length, target.length) <= MOST_TRACKS_INLINE) return comparePlaylists(source, target);
    this.pool ??= new Piscina({
      filename: this.worker.href,
      minThreads: 0,
      maxThreads: MOST_THREADS,
      idleTimeout: IDLE_MS,
    });
    return this.pool.run({ source, target });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.close();
  }
}

import type { RequestedTrack, Track } from '@segue/contracts';
import { comparePlaylists, type Comparison } from './compare.js';

/** What a worker thread is asked. */
export interface ComparisonTask {
  source: readonly RequestedTrack[];
  target: readonly Track[];
}

/** Runs in a thread of its own. */
export default function compareInWorker({ source, target }: ComparisonTask): Comparison {
  return comparePlaylists(source, target);
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Timing {
  /** Median of the runs. */
  ms: number;
  /** The first run, before the engine has warmed up. */
  firstMs: number;
  /** What the work left on the heap before anything was collected. */
  heapMiB: number;
  /** What the work returned. */
  result: number;
}

const MEBIBYTE = 2 ** 20;
let collectGarbage: (() => void) | undefined;

/** Runs synchronous work `runs` times. */
export function time(runs: number, work: () => number): Timing {
  const measured = Array.from({ length: runs }, () => timeOnce(work));
  const sorted = measured.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    ms: round(sorted[Math.floor(runs / 2)] ?? 0),
    firstMs: round(measured[0]?.ms ?? 0),
    heapMiB: round(Math.max(...measured.map(({ heapMiB }) => heapMiB))),
    result: measured[0]?.result ?? 0,
  };
}

function timeOnce(work: () => number): { ms: number; heapMiB: number; result: number } {
  garbageCollector()();
  const heapBefore = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const result = work();
  const ms = performance.now() - startedAt;
  return { ms, heapMiB: Math.max(0, process.memoryUsage().heapUsed - heapBefore) / MEBIBYTE, result };
}

/** What `node --expose-gc` gives, without the flag. */
function garbageCollector(): () => void {
  if (!collectGarbage) {
    setFlagsFromString('--expose-gc');
    collectGarbage = runInNewContext('gc') as () => void;
  }
  return collectGarbage;
}

const round = (value: number): number => Math.round(value * 10) / 10;

import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Goal } from './suite.js';

const GIBIBYTE = 2 ** 30;

/** What kind of machine measured: enough to compare, nothing that names it. */
const machineClass = () => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  memoryGiB: Math.round(totalmem() / GIBIBYTE),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
});

/** Writes `bench/results/<suite>.json`. @returns its path. */
export function writeResults(
  root: string,
  suite: string,
  command: string,
  goals: readonly Goal[],
  results: object,
): string {
  const folder = join(root, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${suite}.json`);
  const content = {
    suite,
    date: new Date().toISOString().slice(0, 10),
    command,
    machine: machineClass(),
    goals,
    results,
  };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}

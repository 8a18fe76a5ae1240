import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps the scripts that run as whoever starts them; those on its PATH insist on a user of their own. */
const BESIDE_PATH = ['/usr/lib/rabbitmq/bin'];

/** @returns the program's path, or null where the machine lacks it. */
export function findProgram(name: string): string | null {
  const folders = [...BESIDE_PATH, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/**
 * Whether tests that need a program run. Without it they are skipped and say how to get it; in CI nothing may be
 * skipped, so they run and fail.
 */
export function canTestWith(name: string): boolean {
  if (findProgram(name) !== null || process.env.CI === 'true') return true;
  process.stderr.write(`\nSkipped, because there is no ${name} here: apt-get install -y ${name}\n`);
  return false;
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE_BYTES = 4096;
const MEBIBYTE = 2 ** 20;

/** What a program holds at a moment. */
export interface Footprint {
  /** Resident, MiB. */
  memory: number;
  /** Open files and sockets. */
  handles: number;
}

/** Of each program of a running system, by name, from Linux's /proc. */
export function footprints(dataDir: string): Record<string, Footprint> {
  const logs = join(dataDir, 'logs');
  const programs = readdirSync(logs)
    .filter((file) => file.endsWith('.pid'))
    .map((file) => [file.slice(0, -'.pid'.length), readFileSync(join(logs, file), 'utf8').trim()] as const);
  return Object.fromEntries(
    programs.map(([name, pid]) => {
      const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
      const memory = Math.round((pages * PAGE_BYTES) / MEBIBYTE);
      return [name, { memory, handles: readdirSync(`/proc/${pid}/fd`).length }];
    }),
  );
}

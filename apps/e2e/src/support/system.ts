import { SystemClient } from '@segue/testing';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests run through "nx test e2e", which starts the system.`);
  return value;
};

/** Where the system under test answers. */
export const appUrl = (): string => read('SEGUE_E2E_URL');
export const simulatorUrl = (): string => read('SEGUE_E2E_SIMULATOR_URL');

const byte = (): number => randomInt(256);
/** Where the requests of this test file come from. Limits by address hold for it alone, also while Redis keeps them. */
export const ADDRESS = `10.${byte()}.${byte()}.${byte()}`;
/** Speaks to the system, or straight to one of its services. */
export const client = (url = appUrl()): SystemClient => new SystemClient(url, simulatorUrl(), ADDRESS);

/** Where the programs under test keep their keys, logs and database. */
export const dataDir = (): string => read('SEGUE_E2E_DATA_DIR');

/** The engines that are servers of this run: PostgreSQL always, the others when they are there by URL. */
export const ENGINES = (): string[] => Object.keys(enginePidFiles());
const enginePidFiles = (): Record<string, string> => JSON.parse(read('SEGUE_E2E_PID_FILES'));

/** The process id of a program or an engine of the system as it runs now. */
export const pidOf = (name: string): number => {
  const file = enginePidFiles()[name] ?? join(dataDir(), 'logs', `${name}.pid`);
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
};

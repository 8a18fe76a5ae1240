import { SystemClient } from '@segue/testing';
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
export const client = (): SystemClient => new SystemClient(appUrl(), simulatorUrl());

/** Where the programs under test keep their keys, logs and database. */
export const dataDir = (): string => read('SEGUE_E2E_DATA_DIR');

/** The process id of a program of the system as it runs now. */
export const pidOf = (program: string): number =>
  Number(readFileSync(join(dataDir(), 'logs', `${program}.pid`), 'utf8'));

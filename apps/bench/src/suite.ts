import type { ParseArgsConfig } from 'node:util';

export interface Table {
  title: string;
  columns: string[];
  rows: Array<Array<string | number>>;
}

/** Something the design promises, beside what was measured. */
export interface Goal {
  what: string;
  goal: string;
  measured: string;
  met: boolean;
}

export interface Measurement {
  tables: Table[];
  goals: Goal[];
  /** Everything measured, for the file of results; null = this run is not worth keeping. */
  results: object | null;
  /** What the file of results is called, unless like the suite. */
  resultsName?: string;
  /** For programs: printed as the last line, and then everything else goes to standard error. */
  lastLine?: string;
}

export type OptionValues = Record<string, string | boolean | undefined>;

/** One group of measurements: `npm run bench -- <name> [options]`. */
export interface Suite {
  name: string;
  /** One line for people who ask what there is. */
  about: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** @param say tells of the progress. */
  run(options: OptionValues, say: (line: string) => void): Promise<Measurement>;
}

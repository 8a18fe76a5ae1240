import { parseArgs } from 'node:util';
import { stopWhenBrokenOff } from './broken-off.js';
import { renderGoals, renderTable } from './print.js';
import { writeResults } from './results.js';
import type { Suite } from './suite.js';
import { SUITES } from './suites.js';

const toError = (text: string) => process.stderr.write(`${text}\n`);
const toOutput = (text: string) => process.stdout.write(`${text}\n`);

/** `npm run bench [-- <suite> [options]]`. */
async function main([name, ...args]: string[]): Promise<void> {
  const suites = name === undefined ? SUITES : SUITES.filter((suite) => suite.name === name);
  if (suites.length === 0) {
    const known = SUITES.map((suite) => `  ${suite.name}  ${suite.about}`).join('\n');
    throw new Error(`There is no suite "${name}". There are:\n${known}`);
  }
  for (const suite of suites) await runSuite(suite, args);
}

async function runSuite(suite: Suite, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: suite.options });
  const options = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? undefined : value]),
  );
  const { tables, goals, results, resultsName = suite.name, lastLine } = await suite.run(options, toError);
  const print = lastLine === undefined ? toOutput : toError;
  for (const table of tables) print(renderTable(table));
  print(renderGoals(goals));
  if (results !== null) {
    const command = ['npm run bench --', suite.name, ...args].join(' ');
    print(`\nWritten to ${writeResults(process.cwd(), resultsName, command, goals, results)}\n`);
  }
  if (lastLine !== undefined) toOutput(lastLine);
}

stopWhenBrokenOff(toError);
main(process.argv.slice(2)).catch((error: unknown) => {
  toError(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

import { fileURLToPath } from 'node:url';
import { node } from '../../jest.preset.mjs';

const withServers = process.env.SEGUE_E2E_ENGINES === 'servers';
const canRun = !withServers || (await hasServers());
/** What is mostly waited and what is mostly worked share a processor well: `npm test` runs both parts at once. */
const FAULTS = '(?:faults|kills|parts|half-done)\\.e2e';
const LEFT_OUT = { screens: FAULTS, faults: `/src/(?!${FAULTS})[^/]+$` };
const part = process.env.SEGUE_E2E_PART;
if (part !== undefined && !(part in LEFT_OUT)) throw new Error('SEGUE_E2E_PART is "screens" or "faults", or not set.');
const file = `.test-results${withServers ? '-servers' : part === undefined ? '' : `-${part}`}.json`;

export default {
  ...node,
  displayName: withServers ? 'e2e with servers' : 'e2e',
  testMatch: canRun ? ['**/src/**/*.e2e.spec.ts'] : [],
  ...(part && { testPathIgnorePatterns: [LEFT_OUT[part]] }),
  passWithNoTests: !canRun,
  globalSetup: './start-system.mjs',
  globalTeardown: './stop-system.mjs',
  reporters: ['default', [fileURLToPath(new URL('../../jest.count-reporter.cjs', import.meta.url)), { file }]],
  // One system, used as one person would.
  maxWorkers: 1,
  testTimeout: 120_000,
};

/** Asked for when the tests are built, not before: Nx reads this file in a bare clone, too. */
async function hasServers() {
  const { canTestWith } = await import(new URL('../../libs/testing/dist/programs.js', import.meta.url).href);
  return ['rabbitmq-server', 'redis-server'].every(canTestWith);
}

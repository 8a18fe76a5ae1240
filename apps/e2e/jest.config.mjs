import { fileURLToPath } from 'node:url';
import { node } from '../../jest.preset.mjs';

const withServers = process.env.SEGUE_E2E_ENGINES === 'servers';
const canRun = !withServers || (await hasServers());
const file = withServers ? '.test-results-servers.json' : '.test-results.json';

export default {
  ...node,
  displayName: withServers ? 'e2e with servers' : 'e2e',
  testMatch: canRun ? ['**/src/**/*.e2e.spec.ts'] : [],
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

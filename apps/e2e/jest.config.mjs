import { node } from '../../jest.preset.mjs';

export default {
  ...node,
  displayName: 'e2e',
  testMatch: ['**/src/**/*.e2e.spec.ts'],
  globalSetup: './start-system.mjs',
  globalTeardown: './stop-system.mjs',
  // One system, used as one person would.
  maxWorkers: 1,
  testTimeout: 120_000,
};

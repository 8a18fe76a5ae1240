import { fileURLToPath } from 'node:url';

/** Absolute path of a file beside this preset. */
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** SWC settings: `react` for the web app, decorators with metadata for everything that runs on NestJS. */
const swc = (react) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: react ? { syntax: 'typescript', tsx: true } : { syntax: 'typescript', decorators: true },
      transform: react ? { react: { runtime: 'automatic' } } : { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    swcrc: false,
    sourceMaps: 'inline',
  },
];

// NestJS 12 and a few packages under it are ES modules only; Jest runs CommonJS, so SWC turns them.
const ESM_ONLY = [
  '@nestjs',
  'file-type',
  'load-esm',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'ansis',
  'yargs',
  'dedent',
  'jose',
  'cookie',
  'content-disposition',
];

const reporters = ['default', here('./jest.count-reporter.cjs')];
const moduleNameMapper = { '^(\\.{1,2}/.*)\\.js$': '$1' };

/** Preset of every project that runs on Node. Tests that need PostgreSQL end in `.db.spec.ts`. */
export const node = {
  testEnvironment: 'node',
  testMatch: ['**/src/**/*.spec.ts'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.m?js$': swc(false) },
  transformIgnorePatterns: [`node_modules/(?!(${ESM_ONLY.join('|')})/)`],
  moduleNameMapper,
  // Listing both 'import' and 'require' breaks packages inside jest-circus.
  testEnvironmentOptions: { customExportConditions: ['@segue/source', 'node', 'node-addons'] },
  reporters,
};

/** Preset of a project with tests against a real PostgreSQL (`createTestDatabase` of `@segue/testing`). */
export const nodeWithDatabase = {
  ...node,
  // Two cores share the database, the services and the tests.
  testTimeout: 20_000,
  globalSetup: here('./jest.database.mjs'),
  globalTeardown: here('./jest.database-stop.mjs'),
};

/** Preset of the web app. */
export const web = {
  testEnvironment: 'jsdom',
  setupFiles: [here('./apps/web/jest.polyfills.cjs')],
  setupFilesAfterEnv: ['@testing-library/jest-dom'],
  testMatch: ['**/src/**/*.spec.{ts,tsx}'],
  transform: { '^.+\\.(tsx?|m?js)$': swc(true) },
  transformIgnorePatterns: ['node_modules/(?!(lru-cache)/)'],
  moduleNameMapper: { ...moduleNameMapper, '\\.(css|svg)$': here('./apps/web/jest.asset.cjs') },
  testEnvironmentOptions: { customExportConditions: ['@segue/source', 'browser'] },
  reporters,
};

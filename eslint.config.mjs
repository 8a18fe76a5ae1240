import nx from '@nx/eslint-plugin';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { existsSync, readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const only = (sourceTag, ...tags) => ({ sourceTag, onlyDependOnLibsWithTags: tags });
const SERVER_ONLY = ['@nestjs/*', 'typeorm', 'pg', 'amqplib', 'stripe'];

/** Who may import whom. Tests may also use what carries `scope:testing`. */
const boundaries = (...inTests) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: [],
    depConstraints: [
      {
        ...only('scope:shared', 'scope:shared', ...inTests),
        bannedExternalImports: [...SERVER_ONLY, 'react', 'react-dom'],
      },
      { ...only('scope:web', 'scope:shared', ...inTests), bannedExternalImports: SERVER_ONLY },
      only('scope:server', 'scope:shared', 'scope:server', ...inTests),
      only('scope:testing', 'scope:shared', 'scope:server', 'scope:testing'),
    ],
  },
];

const WEB = 'apps/web/src';
const features = existsSync(`${WEB}/features`) ? readdirSync(`${WEB}/features`) : [];

/** Inside the web app: components, lib <- features <- pages <- app; a feature never imports a feature. */
const webZones = [
  { target: `./${WEB}/{components,lib}`, from: [`./${WEB}/features`, `./${WEB}/pages`, `./${WEB}/app`] },
  { target: `./${WEB}/features`, from: [`./${WEB}/pages`, `./${WEB}/app`] },
  { target: `./${WEB}/pages`, from: `./${WEB}/app` },
  ...features.map((name) => ({
    target: `./${WEB}/features/${name}`,
    from: `./${WEB}/features`,
    except: [`./${name}`],
  })),
];

export default [
  { ignores: ['**/dist', '**/out-tsc', '**/.nx', '**/data', '**/*.cjs'] },
  { plugins: { '@nx': nx, 'import-x': importX } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        importX.createNodeResolver({
          extensions: ['.ts', '.tsx', '.js'],
          extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
          conditionNames: ['@segue/source', 'node', 'import', 'default'],
        }),
      ],
    },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(),
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // Decorated classes need the real import of what they inject: Nest reads it from the emitted metadata.
    files: ['apps/!(web)/src/**/*.ts', 'libs/service/src/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: [`${WEB}/**/*.{ts,tsx}`],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, 'import-x/no-restricted-paths': ['error', { zones: webZones }] },
  },
  {
    // Specs and what only specs use; neither is built into a program.
    files: ['**/*.spec.{ts,tsx}', '**/src/testing/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries('scope:testing') },
  },
];

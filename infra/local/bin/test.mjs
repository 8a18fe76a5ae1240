import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { install, requireNode, ROOT } from './prepare.mjs';

requireNode();
process.chdir(ROOT);
install();

/** Where each project's test runs leave their counts; e2e runs in parts, and against servers. */
const RESULT_FILES = ['', '-screens', '-faults', '-servers'].map((run) => `.test-results${run}.json`);
const resultFiles = ['apps', 'libs', 'infra'].flatMap((group) =>
  readdirSync(join(ROOT, group), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => RESULT_FILES.map((file) => join(ROOT, group, name, file))),
);
for (const file of resultFiles) rmSync(file, { force: true });

// A cached run was green once; in CI every test runs now.
const cache = process.env.CI === 'true' ? ['--skip-nx-cache'] : [];

/** Lint, types and every test, each with its own exit code, so that one failure does not hide the others. */
const steps = [
  [process.execPath, [join('node_modules', 'prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.']],
  [
    process.execPath,
    [nxBin(), 'run-many', '-t', 'build', 'lint', 'typecheck', '--output-style=static', '--parallel=2'],
  ],
  [
    process.execPath,
    [
      nxBin(),
      'run-many',
      '-t',
      'test',
      'test-faults',
      'test-servers',
      '--output-style=static',
      '--parallel=2',
      ...cache,
    ],
  ],
];
const failedSteps = steps.filter(([program, args]) => {
  const done = spawnSync(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  return done.status !== 0;
});

const counts = resultFiles.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const failed = sum('failed');
const skipped = sum('skipped');
// A failed step without a failed test (lint, types, formatting) must not look like a success.
const failures = failedSteps.length > 0 ? Math.max(failed, failedSteps.length) : failed;
console.log(`${sum('passed')} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failures > 0 || counts.length === 0 ? 1 : 0);

function nxBin() {
  return join('node_modules', 'nx', 'dist', 'bin', 'nx.js');
}

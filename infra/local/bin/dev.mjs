import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, install, requireNode, ROOT } from './prepare.mjs';

requireNode();
process.chdir(ROOT);
install();
build();

// Two compilers keep `dist` fresh; `node --watch` restarts each service whose `dist` changed.
const compilers = [
  [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', '-w', '--preserveWatchOutput'],
  [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--watch', '--clearScreen', 'false', 'apps/web'],
].map((args) => spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }));
process.on('exit', () => {
  for (const compiler of compilers) compiler.kill();
});

process.argv.push('--watch');
await import('../dist/main.js');

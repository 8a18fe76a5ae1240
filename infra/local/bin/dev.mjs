import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, install, requireNode, ROOT } from './prepare.mjs';

/** What `npm run dev -- sync web` names; all of it when nothing is named. */
const named = process.argv.slice(2);
const NEITHER = ['bench', 'e2e'];
const known = readdirSync(join(ROOT, 'apps')).filter((app) => !NEITHER.includes(app));
const unknown = named.filter((app) => !known.includes(app));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(' and no ')}. Name any of ${known.join(', ')}, or none for all.`);
  process.exit(1);
}
const watched = named.length > 0 ? named : known;

requireNode();
process.chdir(ROOT);
install();
build();

const programs = watched.filter((app) => app !== 'web');
const compile = [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', '-w', '--preserveWatchOutput'];
const bundle = [
  join('node_modules', 'vite', 'bin', 'vite.js'),
  'build',
  '--watch',
  '--clearScreen',
  'false',
  'apps/web',
];
/** They keep `dist` of what is watched and of the libraries under it fresh; `node --watch` restarts what uses it. */
const compilers = [
  ...(programs.length > 0 ? [[...compile, ...programs.map((app) => join('apps', app, 'tsconfig.lib.json'))]] : []),
  ...(watched.includes('web') ? [bundle] : []),
].map((args) => spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }));
process.on('exit', () => {
  for (const compiler of compilers) compiler.kill();
});

process.argv.splice(2, Infinity, '--watch', ...programs);
await import('../dist/main.js');

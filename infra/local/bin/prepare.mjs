// Runs on a bare clone: nothing but Node's own modules may be imported here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const OLDEST_NODE = [20, 19];

/** Stops with a sentence when this Node is too old to run what follows. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Segue needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a program in the repository and ends with its code when it fails. Its output is progress: standard error. */
export function run(program, args, { quiet = false } = {}) {
  const done = spawnSync(program, args, {
    cwd: ROOT,
    stdio: quiet ? 'pipe' : ['inherit', process.stderr.fd, 'inherit'],
    env: { ...process.env, NX_DAEMON: process.env.NX_DAEMON ?? 'false', NX_TUI: 'false' },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (done.status === 0) return;
  if (quiet) process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  process.exit(done.status ?? 1);
}

const MODULES = join(ROOT, 'node_modules');
const LOCK = join(ROOT, 'package-lock.json');
/** Holds the digest of the lock file that was last installed here. */
const STAMP = join(MODULES, '.segue-installed');

/** Installs what the lock file names, unless that very lock is installed. */
export function install() {
  const digest = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  if (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') === digest : isInstalledByHand()) return;
  console.error('Installing ...');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(STAMP, digest);
}

/** Somebody ran `npm ci` after the lock last changed. A broken off one leaves no hidden lock. */
function isInstalledByHand() {
  const hidden = join(MODULES, '.package-lock.json');
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(LOCK).mtimeMs;
}

export const nx = (args, options) =>
  run(process.execPath, [join(ROOT, 'node_modules', 'nx', 'dist', 'bin', 'nx.js'), ...args], options);

/** Builds what changed since it was last built. */
export function build() {
  console.error('Building what is stale ...');
  nx(['run-many', '-t', 'build', '--output-style=static'], { quiet: true });
}

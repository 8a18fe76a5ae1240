import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostgresBinaries, firstClosedFolder } from './postgres-binaries.js';

export interface EmbeddedPostgresOptions {
  /** Where the cluster lives; made on first use and kept. */
  dataDir: string;
  port: number;
  /** Password of the superuser `segue`. */
  password: string;
  /** For tests: no fsync, since nothing has to survive them. */
  throwaway?: boolean;
}

export interface EmbeddedPostgres {
  /** Address of the database `postgres` as the superuser. */
  adminUrl: string;
  /** Its first line is the server's process id. */
  pidFile: string;
  /** Resolves when this server is gone, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 8000;
const POLL_MS = 30;
const SUPERUSER = 'segue';
const PID_FILE = 'postmaster.pid';

/** PostgreSQL refuses to run as root, so there it runs as this user. */
interface RunAs {
  uid?: number;
  gid?: number;
}

function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root and there is no user "nobody" to run it as.');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * As root, the cluster and the binaries must lie where "nobody" may go. What lies in a checkout under /root does not
 * and moves to a folder of its own for variable data, kept between starts.
 */
function accessibleFolders(dataDir: string, runAs: RunAs): { cluster: string; binaries: string } {
  const binaries = findPostgresBinaries();
  if (runAs.uid === undefined) return { cluster: dataDir, binaries };
  const isOpen = (folder: string) => firstClosedFolder(folder) === null;
  return {
    cluster: isOpen(dirname(dataDir)) ? dataDir : join(openFolderFor(dataDir), 'cluster'),
    binaries: isOpen(binaries) ? binaries : copyOnce(binaries),
  };
}

/** The folder outside that stands for something. One that another user made before us is refused. */
function openFolderFor(what: string): string {
  const key = createHash('sha256').update(what).digest('hex').slice(0, 12);
  const folder = join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), `segue-${key}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const { uid } = lstatSync(folder);
  if (uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user; please remove it.`);
  return folder;
}

/** One copy for each installed version, complete or not there at all. */
function copyOnce(binaries: string): string {
  const { mtimeMs, size } = statSync(join(binaries, 'bin', 'postgres'));
  const folder = openFolderFor(`${binaries} ${mtimeMs} ${size}`);
  const copied = join(folder, 'native');
  if (existsSync(copied)) return copied;
  const unfinished = join(folder, `native.${process.pid}`);
  cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true });
  if (existsSync(copied)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, copied);
  return copied;
}

/** Starts the PostgreSQL that came with npm. A cluster left behind by a killed run is stopped first. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { port, password, throwaway = false } = options;
  const runAs = unprivilegedUser();
  const { cluster, binaries } = accessibleFolders(options.dataDir, runAs);
  const environment = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(cluster, binaries, password, runAs, environment);
  await stopLeftover(cluster);
  const settings = [
    `listen_addresses=127.0.0.1`,
    `unix_socket_directories=`,
    `shared_buffers=64MB`,
    `max_connections=200`,
    ...(throwaway ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ].flatMap((setting) => ['-c', setting]);
  const adminUrl = `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const server = spawn(join(binaries, 'bin', 'postgres'), ['-D', cluster, '-p', String(port), ...settings], {
    ...runAs,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(server, 'exit').then(() => undefined);
  const complaints: string[] = [];
  server.stderr.on('data', (chunk: Buffer) => complaints.splice(0, complaints.length - 20, String(chunk)));
  await untilReady(server, adminUrl, complaints);
  return { adminUrl, pidFile: join(cluster, PID_FILE), ended, stop: () => stopServer(server) };
}

function initialise(cluster: string, binaries: string, password: string, runAs: RunAs, env: NodeJS.ProcessEnv): void {
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  const passwordFile = `${cluster}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [cluster, passwordFile]) {
    if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(path, runAs.uid, runAs.gid);
  }
  const made = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      SUPERUSER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...runAs, env, encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (made.status === 0) return;
  rmSync(cluster, { recursive: true, force: true });
  throw new Error(`The embedded database could not be made: ${made.error?.message ?? made.stderr}`);
}

async function stopLeftover(cluster: string): Promise<void> {
  const pidFile = join(cluster, PID_FILE);
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || !isPostmaster(pid, cluster)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isPostmaster(pid, cluster) && Date.now() < deadline) await pause(POLL_MS);
}

/** A pid file may name a process that has long been another program. */
function isPostmaster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster);
  } catch {
    return false;
  }
}

async function untilReady(server: ChildProcess, url: string, complaints: string[]): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (hasEnded(server)) throw new Error(`The embedded database stopped at once: ${complaints.join('').trim()}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (cause) {
      if (Date.now() < deadline) await pause(POLL_MS);
      else throw new Error(`The embedded database does not answer: ${complaints.join('').trim()}`, { cause });
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const stopped = new Promise((resolve) => server.once('exit', resolve));
  // SIGINT is PostgreSQL's "fast" shutdown: sessions end, nothing committed is lost.
  server.kill('SIGINT');
  const tooLong = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await stopped;
  clearTimeout(tooLong);
}

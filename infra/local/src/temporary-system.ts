import { type ServiceName, SIMULATOR_SMTP_PORT_OFFSET } from '@segue/contracts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasePortOf, portOfProcess, processesOf, readSettings, replicatedOf } from './settings.js';
import { isFree } from './ports.js';
import { type RunningSystem, startSystem } from './system.js';

/** The whole system uses the public port and some of the 132 after it. */
const PORT_STEP = 200;
const LAST_PORT = 60_000;
/** Whatever the shell has set: what is not asked for is embedded. */
const NO_SERVERS = { DATABASE_URL: undefined, RABBITMQ_URL: undefined, REDIS_URL: undefined };

export interface TemporarySystemOptions {
  firstPort?: number;
  env?: NodeJS.ProcessEnv;
  replicated?: readonly ServiceName[];
}

/**
 * Starts what `npm start` starts, on free ports and with data of its own, which are gone after `stop`: for tests and
 * measurements.
 * @param options `firstPort`: where the search for free ports begins. `env`: variables the programs inherit beside our own;
 * the address of a server among them takes the place of what is embedded. `replicated`: services of which two processes run.
 */
export async function startTemporarySystem(
  root: string,
  { firstPort = 20_000, env = {}, replicated = [] }: TemporarySystemOptions = {},
): Promise<RunningSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'segue-'));
  // As root the database runs as another user, who has to pass through.
  chmodSync(dataDir, 0o711);
  const port = await freeRange(root, firstPort, replicated);
  const { DATABASE_URL } = env;
  const settings = readSettings(root, { PORT: String(port), SEGUE_DATA_DIR: dataDir, DATABASE_URL });
  const system = await startSystem(settings, { env: { ...process.env, ...NO_SERVERS, ...env }, replicated });
  const stop = async () => {
    await system.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...system, stop };
}

async function freeRange(root: string, firstPort: number, replicated: readonly ServiceName[]): Promise<number> {
  for (let port = firstPort; port < LAST_PORT; port += PORT_STEP) {
    const settings = readSettings(root, { PORT: String(port) });
    const ports = [
      ...processesOf(settings).map((name) => portOfProcess(name, port)),
      ...replicated
        .map((name) => replicatedOf(name, port))
        .flatMap(({ ports: [, second], doorPort }) => [second, doorPort]),
      databasePortOf(port),
      port + SIMULATOR_SMTP_PORT_OFFSET,
    ];
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return port;
  }
  throw new Error('There is no free range of ports.');
}

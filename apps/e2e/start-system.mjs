import { startTestSystem } from '@segue/testing';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The governor slows down after every 429, and these tests cause many: from here it stays quick. */
const CALL_RATES = { SPOTIFY_CALLS_PER_SECOND: '800', APPLE_CALLS_PER_SECOND: '800' };
/** Each test file is a visitor from an address of its own, so that none meets the limits of another. */
const BEHIND_PROXY = { TRUSTED_PROXIES: 'loopback' };

/** Starts what `npm start` starts, with data of its own, for all tests of this run. */
export default async function startSystemForTests() {
  const engines = process.env.SEGUE_E2E_ENGINES ?? 'embedded';
  if (!['embedded', 'servers'].includes(engines)) throw new Error('SEGUE_E2E_ENGINES is "embedded" or "servers".');
  const withServers = engines === 'servers';
  const env = { ...CALL_RATES, ...BEHIND_PROXY };
  // Runs beside each other look for free ports at the same moment.
  const firstPort = Number(process.env.SEGUE_E2E_FIRST_PORT ?? 20_000);
  // Two of those that write to the platforms, as in a cluster.
  const replicated = process.env.SEGUE_E2E_REPLICAS === '2' ? ['connectors', 'sync'] : [];
  const system = await startTestSystem(ROOT, { firstPort, env, replicated, withServers });
  const { servers } = system;
  process.env.SEGUE_E2E_URL = system.url;
  process.env.SEGUE_E2E_SIMULATOR_URL = system.simulatorUrl;
  // Of the embedded database the address follows from its password and port.
  if (servers) process.env.SEGUE_E2E_DATABASE_URL = servers.env.DATABASE_URL;
  process.env.SEGUE_E2E_DATA_DIR = system.dataDir;
  process.env.SEGUE_E2E_PID_FILES = JSON.stringify(servers?.pidFiles ?? { postgres: system.databasePidFile });
  globalThis.stopSystemForTests = system.stop;
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The whole system uses the public port and some of the 132 after it. */
const FIRST_PORT = 20_000;
const PORT_STEP = 200;

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

async function freeRange() {
  for (let port = FIRST_PORT; port < 60_000; port += PORT_STEP) {
    const offsets = [0, 1, 2, 3, 4, 5, 100, 125, 132];
    const free = await Promise.all(offsets.map((offset) => isFree(port + offset)));
    if (free.every(Boolean)) return port;
  }
  throw new Error('There is no free range of ports.');
}

/** Starts what `npm start` starts, with data of its own, for all tests of this run. */
export default async function startSystemForTests() {
  const { readSettings, startSystem } = await import('@segue/local');
  const dataDir = mkdtempSync(join(tmpdir(), 'segue-e2e-'));
  // As root the database runs as another user, who has to pass through.
  chmodSync(dataDir, 0o711);
  const settings = readSettings(ROOT, { PORT: String(await freeRange()), SEGUE_DATA_DIR: dataDir });
  const system = await startSystem(settings);
  process.env.SEGUE_E2E_URL = system.url;
  process.env.SEGUE_E2E_SIMULATOR_URL = system.simulatorUrl;
  globalThis.stopSystemForTests = async () => {
    await system.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

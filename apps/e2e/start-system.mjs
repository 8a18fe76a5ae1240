import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The governor slows down after every 429, and these tests cause many: from here it stays quick. */
const CALL_RATES = { SPOTIFY_CALLS_PER_SECOND: '800', APPLE_CALLS_PER_SECOND: '800' };

/** Starts what `npm start` starts, with data of its own, for all tests of this run. */
export default async function startSystemForTests() {
  const { startTemporarySystem } = await import('@segue/local');
  const system = await startTemporarySystem(ROOT, { env: CALL_RATES });
  process.env.SEGUE_E2E_URL = system.url;
  process.env.SEGUE_E2E_SIMULATOR_URL = system.simulatorUrl;
  process.env.SEGUE_E2E_DATA_DIR = system.dataDir;
  globalThis.systemForTests = system;
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** One throwaway PostgreSQL for a whole Jest run; each test file makes a database of its own in it. */
export default async function startTestPostgres() {
  const { startEmbeddedPostgres } = await import('@segue/local');
  const dataDir = mkdtempSync(join(tmpdir(), 'segue-test-postgres-'));
  // Run by root, PostgreSQL is another user and has to pass through.
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'cluster'),
    port: await freePort(),
    password: 'test',
    throwaway: true,
  });
  process.env.SEGUE_TEST_DATABASE_URL = server.adminUrl;
  globalThis.stopTestPostgres = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

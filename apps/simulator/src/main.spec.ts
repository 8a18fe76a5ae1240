import { startSimulator, type RunningSimulator } from '@segue/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LONGEST_STOP_MS = 2000;

describe('the program', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
  let simulator: RunningSimulator | undefined;
  afterAll(() => rmSync(dataDir, { recursive: true }));
  afterEach(() => simulator?.stop());

  it('starts, stops within two seconds on SIGTERM, and starts again with what it knew', async () => {
    const env = { SIMULATOR_DATA_DIR: dataDir };
    simulator = await startSimulator({ env });
    await simulator.control('PUT', '/listeners/spotify/ann', { displayName: 'Ann', playlists: [] });
    const startMs = performance.now();
    await simulator.stop();
    expect(performance.now() - startMs).toBeLessThan(LONGEST_STOP_MS);
    simulator = await startSimulator({ env });
    expect(await simulator.control('GET', '/listeners/spotify/ann')).toMatchObject({ displayName: 'Ann' });
  });

  it('refuses to be part of production, in a sentence', () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const };
    const { status, stderr } = spawnSync(process.execPath, ['dist/main.js'], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/cannot start.*NODE_ENV.*APP_URL/);
  });
});

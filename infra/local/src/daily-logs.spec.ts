import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DailyLogs } from './daily-logs.js';

const HOUR_MS = 60 * 60 * 1000;
let folder: string;
let now: Date;
let logs: DailyLogs;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'segue-logs-'));
  now = new Date('2026-06-30T23:59:00.000Z');
  logs = new DailyLogs(folder, () => now);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the output of programs', () => {
  it('goes into a file of each program and day', async () => {
    logs.write('sync', 'one\n');
    logs.write('auth', 'two\n');
    now = new Date(now.getTime() + HOUR_MS);
    logs.write('sync', 'three\n');
    await Promise.all([logs.close('sync'), logs.close('auth')]);
    expect(readdirSync(folder).sort()).toEqual(['auth-2026-06-30.log', 'sync-2026-06-30.log', 'sync-2026-07-01.log']);
    expect(readFileSync(join(folder, 'sync-2026-07-01.log'), 'utf8')).toBe('three\n');
  });

  it('is kept 30 days, whichever program wrote it', async () => {
    for (const day of ['2026-05-31', '2026-06-01']) writeFileSync(join(folder, `gone-program-${day}.log`), '');
    writeFileSync(join(folder, 'sync.pid'), '1');
    logs.write('sync', 'one\n');
    await logs.close('sync');
    expect(readdirSync(folder).sort()).toEqual(['gone-program-2026-06-01.log', 'sync-2026-06-30.log', 'sync.pid']);
  });
});

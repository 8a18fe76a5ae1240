import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { keepEmbeddedPostgres } from './kept-postgres.js';
import { freePort } from './ports.js';
import { passwordVariableOf, runProvisionCommand } from './provision-command.js';
import { provisionDatabase, SCHEMA_OWNERS } from './provision.js';

jest.setTimeout(60_000);
let folder: string;
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'segue-postgres-spec-'));
  // Run by root, PostgreSQL is another user and has to pass through.
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const options = async () => ({ dataDir: join(folder, 'cluster'), port: await freePort(), password: 'pass word/1' });
const start = async () => (running = await startEmbeddedPostgres(await options()));
async function ask<R extends pg.QueryResultRow>(url: string, query: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(query)).rows;
  } finally {
    await client.end();
  }
}
/** Until the test is over at most. */
async function askUntilAnswered(url: string, query: string): Promise<unknown[]> {
  for (;;) {
    const rows = await ask(url, query).catch(() => null);
    if (rows) return rows;
    await pause(50);
  }
}
const pidOf = async ({ adminUrl }: EmbeddedPostgres) => {
  const [row] = await ask<{ pid: string }>(
    adminUrl,
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1) AS pid`,
  );
  return Number(row?.pid);
};

describe('the embedded PostgreSQL', () => {
  it('keeps its data over a stop and a start', async () => {
    const first = await start();
    await ask(first.adminUrl, `CREATE TABLE kept AS SELECT 'it is'::text AS value`);
    await first.stop();
    const { adminUrl } = await start();
    expect(await ask(adminUrl, 'SELECT value FROM kept')).toEqual([{ value: 'it is' }]);
  });

  it('starts again on the same data after kill -9, and stopping the dead one does not hang', async () => {
    const first = await start();
    await ask(first.adminUrl, `CREATE TABLE kept AS SELECT 'it is'::text AS value`);
    process.kill(await pidOf(first), 'SIGKILL');
    await first.stop();
    const { adminUrl } = await start();
    expect(await ask(adminUrl, 'SELECT value FROM kept')).toEqual([{ value: 'it is' }]);
  });

  it('comes back by itself after kill -9 when it is kept, until it is stopped', async () => {
    const said: string[] = [];
    running = await keepEmbeddedPostgres(await options(), (line) => said.push(line));
    const { adminUrl, stop } = running;
    await ask(adminUrl, `CREATE TABLE kept AS SELECT 'it is'::text AS value`);
    const before = await pidOf(running);
    process.kill(before, 'SIGKILL');
    expect(await askUntilAnswered(adminUrl, 'SELECT value FROM kept')).toEqual([{ value: 'it is' }]);
    expect(await pidOf(running)).not.toBe(before);
    expect(said[0]).toContain('is started again');
    await stop();
    await expect(ask(adminUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('takes over from one that a killed run left behind', async () => {
    const left = await start();
    await ask(left.adminUrl, `CREATE TABLE kept AS SELECT 'it is'::text AS value`);
    const { adminUrl } = await start();
    expect(await ask(adminUrl, 'SELECT value FROM kept')).toEqual([{ value: 'it is' }]);
    await left.stop();
  });

  it('lets nobody in without the password and listens on this machine only [S56]', async () => {
    const { adminUrl } = await start();
    const stranger = new URL(adminUrl);
    stranger.password = 'wrong';
    await expect(ask(stranger.href, 'SELECT 1')).rejects.toThrow('password');
    expect(await ask(adminUrl, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  });

  it('gives every service a schema and a login of its own, safely repeated [S93]', async () => {
    const { adminUrl } = await start();
    const provision = () => provisionDatabase(adminUrl, 'segue', (owner) => `pass/${owner}`);
    await provision();
    const urls = await provision();
    await ask(urls.auth, 'CREATE TABLE auth.accounts (id integer)');
    await expect(ask(urls.billing, 'SELECT * FROM auth.accounts')).rejects.toThrow('permission denied');
    await expect(ask(urls.billing, 'CREATE TABLE auth.mine (id integer)')).rejects.toThrow('permission denied');
    await expect(ask(urls.billing, 'CREATE TABLE public.mine (id integer)')).rejects.toThrow('permission denied');
    expect(await ask(urls.billing, 'SELECT current_user AS login')).toEqual([{ login: 'segue_billing' }]);
  });

  it('is prepared by the command the containers run, which says what it lacks', async () => {
    const { adminUrl } = await start();
    const passwords = Object.fromEntries(SCHEMA_OWNERS.map((owner) => [passwordVariableOf(owner), `pass/${owner}`]));
    await expect(runProvisionCommand({ ...passwords, SYNC_DATABASE_PASSWORD: '' })).rejects.toThrow('SYNC_DATABASE');
    await expect(runProvisionCommand(passwords)).rejects.toThrow('DATABASE_ADMIN_URL');
    await runProvisionCommand({ ...passwords, DATABASE_ADMIN_URL: adminUrl });
    const url = new URL(adminUrl);
    url.pathname = '/segue';
    url.username = 'segue_sync';
    url.password = encodeURIComponent('pass/sync');
    expect(await ask(url.href, 'SELECT current_user AS login')).toEqual([{ login: 'segue_sync' }]);
  });
});

import { createTestDatabase } from '@segue/testing';
import type { DataSource } from 'typeorm';
import { toAppError } from '../http/error.filter.js';
import { createDataSource } from './data-source.js';

const POOL_SIZE = 10;
/** Longer than a statement may take. */
const WITHIN_MS = 15_000;

let source: DataSource;
beforeAll(async () => {
  const url = (await createTestDatabase()).urlOf('auth');
  source = await createDataSource({ schema: 'auth', url, entities: [], migrations: [] }).initialize();
});
afterAll(() => source.destroy());

const codeOfFailure = async (query: Promise<unknown>): Promise<string> =>
  query.then(
    () => 'none',
    (error: unknown) => toAppError(error).code,
  );
/** Every connection of the pool answers. */
const askAll = () => Promise.all(Array.from({ length: POOL_SIZE }, () => source.query('SELECT pg_sleep(0.05)')));

describe('a database', () => {
  it(
    'that hangs on one query is away for that one alone, and its connection is not used again',
    async () => {
      const runner = source.createQueryRunner();
      const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
      process.kill(pid, 'SIGSTOP');
      try {
        const hanging = codeOfFailure(runner.query('SELECT 1'));
        expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
        expect(await hanging).toBe('service_unavailable');
        await runner.release();
        await askAll();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    },
    2 * WITHIN_MS,
  );

  it(
    'whose connections are all in use is away after a while, and is back with the first that is free',
    async () => {
      const runners = Array.from({ length: POOL_SIZE }, () => source.createQueryRunner());
      await Promise.all(runners.map((runner) => runner.connect()));
      expect(await codeOfFailure(source.query('SELECT 1'))).toBe('service_unavailable');
      const waiting = source.query('SELECT 1 AS one');
      await runners.pop()?.release();
      expect(await waiting).toEqual([{ one: 1 }]);
      await Promise.all(runners.map((runner) => runner.release()));
      await askAll();
    },
    WITHIN_MS,
  );

  it('that ends every session is back with the next query, and the process goes on', async () => {
    await askAll();
    await source
      .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user`)
      .catch(() => undefined);
    // The query that meets a dead connection may fail once; the pool has forgotten the others.
    await source.query('SELECT 1').catch(() => undefined);
    await askAll();
  });

  it('that ends a session between two queries of a transaction is away, and nothing of it was done', async () => {
    const told = await codeOfFailure(
      source.transaction(async (tx) => {
        const [{ pid }] = await tx.query('SELECT pg_backend_pid() AS pid');
        await tx.query('CREATE TABLE half_done ()');
        await source.query('SELECT pg_terminate_backend($1)', [pid]);
        await askAll();
        await tx.query('SELECT 1');
      }),
    );
    expect(told).toBe('service_unavailable');
    expect(await source.query(`SELECT to_regclass('half_done') AS found`)).toEqual([{ found: null }]);
  });
});

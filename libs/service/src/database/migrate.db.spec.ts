import { createTestDatabase } from '@segue/testing';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';

/** Slow enough that two runs overlap if nothing keeps them apart. */
class CreateThings1790000009000 implements MigrationInterface {
  name = 'CreateThings1790000009000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(0.1)');
    await runner.query('CREATE TABLE things (id uuid PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE things');
  }
}

const open: DataSource[] = [];
const connect = async (url: string, schema = 'sync') => {
  const source = createDataSource({ schema, url, entities: [], migrations: [CreateThings1790000009000] });
  open.push(await source.initialize());
  return source;
};
afterEach(() => Promise.all(open.splice(0).map((source) => source.destroy())));

// TypeORM says on the console what failed.
beforeEach(() => void jest.spyOn(console, 'log').mockImplementation(() => undefined));

describe('migrations', () => {
  it('of replicas that start together all succeed and each runs once', async () => {
    const url = (await createTestDatabase()).urlOf('sync');
    const replicas = await Promise.all(Array.from({ length: 4 }, () => connect(url)));
    await Promise.all(replicas.map((replica) => migrate(replica, 'sync')));
    expect(await replicas[0]?.query('SELECT name FROM migrations ORDER BY id')).toEqual([
      { name: 'CreateEventTables1790000000000' },
      { name: 'CreateThings1790000009000' },
    ]);
  });

  it('give the lock back, also after a failure', async () => {
    const url = (await createTestDatabase()).urlOf('sync');
    const [first, second] = [await connect(url), await connect(url)];
    await first.query('CREATE TABLE things (in_the_way integer)');
    await expect(migrate(first, 'sync')).rejects.toThrow('things');
    await first.query('DROP TABLE things');
    await migrate(second, 'sync');
    expect(await second.query('SELECT count(*)::int AS count FROM things')).toEqual([{ count: 0 }]);
  });

  it('stay in the schema of their service, where no other service may look [S93]', async () => {
    const database = await createTestDatabase();
    const sync = await connect(database.urlOf('sync'));
    await migrate(sync, 'sync');
    const tables = await sync.query(`SELECT schemaname FROM pg_tables WHERE tablename = 'things'`);
    expect(tables).toEqual([{ schemaname: 'sync' }]);
    const billing = await connect(database.urlOf('billing'), 'billing');
    await expect(billing.query('SELECT * FROM sync.things')).rejects.toThrow('permission denied');
    await expect(billing.query('CREATE TABLE sync.mine (id integer)')).rejects.toThrow('permission denied');
  });
});

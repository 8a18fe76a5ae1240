import { createDataSource, migrate } from '@segue/service';
import { createTestDatabase } from '@segue/testing';
import { AUTH_DATABASE } from '../app.module.js';

describe('the migrations', () => {
  it('can be undone and done again', async () => {
    const url = (await createTestDatabase()).urlOf('auth');
    const source = await createDataSource({ ...AUTH_DATABASE, schema: 'auth', url, mail: true }).initialize();
    const tables = async (): Promise<string[]> => {
      const rows: { table_name: string }[] = await source.query(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'auth' ORDER BY 1`,
      );
      return rows.map(({ table_name }) => table_name);
    };
    await migrate(source, 'auth');
    const all = await tables();
    expect(all).toEqual(
      expect.arrayContaining(['accounts', 'mail_outbox', 'password_resets', 'registration_attempts', 'sessions']),
    );
    for (let undone = 0; undone < AUTH_DATABASE.migrations.length + 1; undone += 1) await source.undoLastMigration();
    expect(await tables()).toEqual(['inbox', 'migrations', 'outbox']);
    await migrate(source, 'auth');
    expect(await tables()).toEqual(all);
    await source.destroy();
  });
});

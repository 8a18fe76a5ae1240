import { createDataSource, migrate } from '@segue/service';
import { createTestDatabase } from '@segue/testing';
import { ADMIN_DATABASE } from '../app.module.js';

describe('the migrations', () => {
  it('can be undone and done again', async () => {
    const url = (await createTestDatabase()).urlOf('admin');
    const source = await createDataSource({ ...ADMIN_DATABASE, schema: 'admin', url, mail: true }).initialize();
    const tables = async (): Promise<string[]> => {
      const rows: { table_name: string }[] = await source.query(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'admin' ORDER BY 1`,
      );
      return rows.map(({ table_name }) => table_name);
    };
    await migrate(source, 'admin');
    const all = await tables();
    expect(all).toEqual(
      expect.arrayContaining(['consents', 'contact_messages', 'created_playlists', 'mail_outbox', 'members']),
    );
    for (let undone = 0; undone < ADMIN_DATABASE.migrations.length + 1; undone += 1) await source.undoLastMigration();
    expect(await tables()).toEqual(['inbox', 'migrations', 'outbox']);
    await migrate(source, 'admin');
    expect(await tables()).toEqual(all);
    await source.destroy();
  });
});

import { createDataSource, migrate } from '@segue/service';
import { createTestDatabase } from '@segue/testing';
import { CONNECTORS_DATABASE } from '../app.module.js';

describe('the migrations', () => {
  it('can be undone and done again', async () => {
    const url = (await createTestDatabase()).urlOf('connectors');
    const source = await createDataSource({
      ...CONNECTORS_DATABASE,
      schema: 'connectors',
      url,
      mail: true,
    }).initialize();
    const tables = async (): Promise<string[]> => {
      const rows: { table_name: string }[] = await source.query(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'connectors' ORDER BY 1`,
      );
      return rows.map(({ table_name }) => table_name);
    };
    await migrate(source, 'connectors');
    const all = await tables();
    expect(all).toEqual(expect.arrayContaining(['connections', 'consent_transactions', 'remembered_recordings']));
    for (let undone = 0; undone < CONNECTORS_DATABASE.migrations.length; undone += 1) {
      await source.undoLastMigration();
    }
    expect(await tables()).toEqual(['inbox', 'mail_outbox', 'migrations', 'outbox']);
    await migrate(source, 'connectors');
    expect(await tables()).toEqual(all);
    await source.destroy();
  });
});

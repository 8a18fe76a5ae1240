import { createDataSource, migrate } from '@segue/service';
import { createTestDatabase } from '@segue/testing';
import { BILLING_DATABASE } from '../app.module.js';

describe('the migrations', () => {
  it('can be undone and done again', async () => {
    const url = (await createTestDatabase()).urlOf('billing');
    const source = await createDataSource({ ...BILLING_DATABASE, schema: 'billing', url }).initialize();
    const tables = async (): Promise<string[]> => {
      const rows: { table_name: string }[] = await source.query(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'billing' ORDER BY 1`,
      );
      return rows.map(({ table_name }) => table_name);
    };
    await migrate(source, 'billing');
    const all = await tables();
    expect(all).toEqual(expect.arrayContaining(['allowance_slots', 'customers', 'stripe_events', 'subscriptions']));
    for (let undone = 0; undone < BILLING_DATABASE.migrations.length; undone += 1) await source.undoLastMigration();
    expect(await tables()).toEqual(['inbox', 'migrations', 'outbox']);
    await migrate(source, 'billing');
    expect(await tables()).toEqual(all);
    await source.destroy();
  });
});

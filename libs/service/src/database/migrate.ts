import type { DataSource } from 'typeorm';

/** Any number, as long as it is ours alone in this database. */
const LOCK_NAMESPACE = 7_339_133;

/**
 * Runs what is missing, one process at a time: two replicas that start together would otherwise both create the
 * same table and one of them would die of it.
 */
export async function migrate(dataSource: DataSource, schema: string): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_NAMESPACE, schema]);
    try {
      await dataSource.runMigrations({ transaction: 'each' });
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_NAMESPACE, schema]);
    }
  } finally {
    await runner.release();
  }
}

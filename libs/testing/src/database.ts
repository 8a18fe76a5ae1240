import { provisionDatabase, type SchemaOwner } from '@segue/local';
import { randomUUID } from 'node:crypto';

/** A fresh database with every service's schema and role, in the PostgreSQL of this test run. */
export interface TestDatabase {
  /** The address a service would get as `DATABASE_URL`. */
  urlOf(owner: SchemaOwner): string;
}

/** One per test file; the whole cluster is thrown away after the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env.SEGUE_TEST_DATABASE_URL;
  if (!adminUrl) throw new Error('This project tests without a database: use the preset nodeWithDatabase.');
  const urls = await provisionDatabase(
    adminUrl,
    `test_${randomUUID().replaceAll('-', '')}`,
    (owner) => `test-${owner}`,
  );
  return { urlOf: (owner) => urls[owner] };
}

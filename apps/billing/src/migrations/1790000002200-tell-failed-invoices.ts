import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TellFailedInvoices1790000002200 implements MigrationInterface {
  name = 'TellFailedInvoices1790000002200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers ADD COLUMN told_failed_invoice text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers DROP COLUMN told_failed_invoice');
  }
}

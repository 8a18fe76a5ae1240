import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountClaims1790000002001 implements MigrationInterface {
  name = 'CountClaims1790000002001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE allowance_slots ADD COLUMN writes integer NOT NULL DEFAULT 1');
    await runner.query('ALTER TABLE allowance_slots ALTER COLUMN writes DROP DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE allowance_slots DROP COLUMN writes');
  }
}

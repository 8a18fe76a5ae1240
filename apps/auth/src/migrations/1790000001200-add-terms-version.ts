import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddTermsVersion1790000001200 implements MigrationInterface {
  name = 'AddTermsVersion1790000001200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN terms_version text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN terms_version');
  }
}

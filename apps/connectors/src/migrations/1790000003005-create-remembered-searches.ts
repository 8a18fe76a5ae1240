import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRememberedSearches1790000003005 implements MigrationInterface {
  name = 'CreateRememberedSearches1790000003005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE remembered_searches (
        platform text NOT NULL,
        storefront text NOT NULL,
        question bytea NOT NULL,
        recordings jsonb NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (platform, storefront, question)
      )`);
    await runner.query('CREATE INDEX remembered_searches_expires_at ON remembered_searches (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE remembered_searches');
  }
}

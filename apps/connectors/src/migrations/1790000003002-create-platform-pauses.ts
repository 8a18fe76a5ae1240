import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePlatformPauses1790000003002 implements MigrationInterface {
  name = 'CreatePlatformPauses1790000003002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform_pauses (
        platform text PRIMARY KEY,
        ends_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform_pauses');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRememberedRecordings1790000003001 implements MigrationInterface {
  name = 'CreateRememberedRecordings1790000003001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE remembered_recordings (
        platform text NOT NULL,
        storefront text NOT NULL,
        isrc text NOT NULL,
        recording_id text NOT NULL,
        facts jsonb,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (platform, storefront, isrc, recording_id)
      )`);
    await runner.query(`
      CREATE INDEX remembered_recordings_id ON remembered_recordings (platform, storefront, recording_id)
      WHERE recording_id <> ''`);
    await runner.query('CREATE INDEX remembered_recordings_expiry ON remembered_recordings (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE remembered_recordings');
  }
}

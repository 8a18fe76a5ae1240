import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LeaseOperations1790000004001 implements MigrationInterface {
  name = 'LeaseOperations1790000004001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE operations
        ADD COLUMN size_before integer,
        ADD COLUMN removal_plan jsonb,
        ADD COLUMN unfinished boolean NOT NULL DEFAULT false,
        ADD COLUMN holder uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        ADD COLUMN lease_expires_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN look_at timestamptz NOT NULL DEFAULT now()`);
    await runner.query('CREATE INDEX operations_open ON operations (look_at) WHERE settled_at IS NULL');
    await runner.query('CREATE INDEX operations_of_playlist ON operations (platform, playlist_id)');
    await runner.query('ALTER TABLE operation_items ADD COLUMN target_isrc text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operation_items DROP COLUMN target_isrc');
    await runner.query('DROP INDEX operations_of_playlist');
    await runner.query('DROP INDEX operations_open');
    await runner.query(`
      ALTER TABLE operations
        DROP COLUMN size_before,
        DROP COLUMN removal_plan,
        DROP COLUMN unfinished,
        DROP COLUMN holder,
        DROP COLUMN lease_expires_at,
        DROP COLUMN look_at`);
  }
}

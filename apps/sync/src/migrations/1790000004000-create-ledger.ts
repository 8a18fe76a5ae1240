import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLedger1790000004000 implements MigrationInterface {
  name = 'CreateLedger1790000004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pairings (
        user_id uuid NOT NULL,
        source_platform text NOT NULL,
        source_playlist_id text NOT NULL,
        target_platform text NOT NULL,
        target_playlist_id text NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, source_platform, source_playlist_id, target_platform)
      )`);
    await runner.query(`
      CREATE TABLE operations (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        kind text NOT NULL,
        platform text NOT NULL,
        playlist_id text,
        playlist_name text NOT NULL,
        idempotency_key text,
        request_hash text NOT NULL,
        answer jsonb,
        created_at timestamptz NOT NULL,
        settled_at timestamptz,
        UNIQUE (user_id, idempotency_key)
      )`);
    await runner.query('CREATE INDEX operations_created_at ON operations (created_at)');
    await runner.query(`
      CREATE TABLE operation_items (
        operation_id uuid NOT NULL REFERENCES operations (id) ON DELETE CASCADE,
        source_index integer NOT NULL,
        source_isrc text,
        source_name text NOT NULL,
        source_artist text NOT NULL,
        target_id text,
        match_type text,
        state text NOT NULL,
        reason text,
        PRIMARY KEY (operation_id, source_index)
      )`);
    await runner.query(`
      CREATE TABLE leases (
        platform text NOT NULL,
        playlist_id text NOT NULL,
        holder uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (platform, playlist_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE leases');
    await runner.query('DROP TABLE operation_items');
    await runner.query('DROP TABLE operations');
    await runner.query('DROP TABLE pairings');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMembers1790000005000 implements MigrationInterface {
  name = 'CreateMembers1790000005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE members (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        is_admin boolean NOT NULL,
        created_at timestamptz NOT NULL,
        last_login timestamptz,
        last_active timestamptz,
        subscription_status text NOT NULL DEFAULT 'none',
        last_playlist_update jsonb
      )`);
    await runner.query(`
      CREATE TABLE created_playlists (
        user_id uuid NOT NULL,
        platform text NOT NULL,
        id text NOT NULL,
        name text NOT NULL,
        PRIMARY KEY (user_id, platform, id)
      )`);
    await runner.query(`
      CREATE TABLE consents (
        id uuid PRIMARY KEY,
        summary text,
        analytics boolean NOT NULL,
        marketing boolean NOT NULL,
        given_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE contact_messages (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        message text NOT NULL,
        received_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE contact_messages');
    await runner.query('DROP TABLE consents');
    await runner.query('DROP TABLE created_playlists');
    await runner.query('DROP TABLE members');
  }
}

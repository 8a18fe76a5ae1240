import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateConnections1790000003000 implements MigrationInterface {
  name = 'CreateConnections1790000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE connections (
        user_id uuid NOT NULL,
        platform text NOT NULL,
        state text NOT NULL CHECK (state IN ('connected', 'reconnect_required')),
        account_id text,
        owner_id text,
        storefront text NOT NULL,
        access_token text,
        refresh_token text,
        access_expires_at timestamptz,
        refreshing_until timestamptz,
        authorized_at timestamptz NOT NULL,
        consent_ends_at timestamptz,
        PRIMARY KEY (user_id, platform),
        CONSTRAINT connections_account UNIQUE (platform, account_id)
      )`);
    await runner.query(`
      CREATE TABLE consent_transactions (
        state_hash text PRIMARY KEY,
        user_id uuid NOT NULL,
        platform text NOT NULL,
        browser_hash text NOT NULL,
        verifier text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX consent_transactions_user ON consent_transactions (user_id)');
    await runner.query('CREATE INDEX consent_transactions_expiry ON consent_transactions (expires_at)');
    await runner.query(`
      CREATE TABLE cached_libraries (
        user_id uuid NOT NULL,
        platform text NOT NULL,
        playlists jsonb NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, platform),
        FOREIGN KEY (user_id, platform) REFERENCES connections (user_id, platform) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cached_libraries');
    await runner.query('DROP TABLE consent_transactions');
    await runner.query('DROP TABLE connections');
  }
}

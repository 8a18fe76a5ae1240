import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePasswordResets1790000001100 implements MigrationInterface {
  name = 'CreatePasswordResets1790000001100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE password_resets (
        token_hash bytea PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        requested_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      )`);
    await runner.query('CREATE INDEX password_resets_account ON password_resets (account_id, requested_at)');
    await runner.query(`
      CREATE TABLE registration_attempts (
        account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        told_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE registration_attempts');
    await runner.query('DROP TABLE password_resets');
  }
}

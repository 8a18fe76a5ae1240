import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1790000001000 implements MigrationInterface {
  name = 'CreateAccounts1790000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        is_admin boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL,
        last_login timestamptz
      )`);
    await runner.query(`
      CREATE TABLE sessions (
        jti uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      )`);
    await runner.query('CREATE INDEX sessions_account ON sessions (account_id)');
    await runner.query('CREATE INDEX sessions_expires_at ON sessions (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions');
    await runner.query('DROP TABLE accounts');
  }
}

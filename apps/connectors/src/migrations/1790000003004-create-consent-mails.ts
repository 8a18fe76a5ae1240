import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateConsentMails1790000003004 implements MigrationInterface {
  name = 'CreateConsentMails1790000003004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE member_addresses (
        user_id uuid PRIMARY KEY,
        email text,
        told_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE consent_mails (
        user_id uuid NOT NULL,
        platform text NOT NULL,
        authorized_at timestamptz NOT NULL,
        kind text NOT NULL,
        PRIMARY KEY (user_id, platform, authorized_at, kind),
        FOREIGN KEY (user_id, platform) REFERENCES connections (user_id, platform) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX connections_consent_end ON connections (consent_ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX connections_consent_end');
    await runner.query('DROP TABLE consent_mails');
    await runner.query('DROP TABLE member_addresses');
  }
}

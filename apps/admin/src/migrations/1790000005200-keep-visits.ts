import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepVisits1790000005200 implements MigrationInterface {
  name = 'KeepVisits1790000005200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE visits (
        id uuid PRIMARY KEY,
        path text NOT NULL,
        ip text NOT NULL,
        user_agent text NOT NULL,
        visited_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX visits_visited_at ON visits (visited_at)');
    await runner.query(`
      ALTER TABLE consents
        ADD COLUMN network text,
        ADD COLUMN policy_version text`);
    await runner.query(`
      CREATE TABLE withdrawals (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        received_at timestamptz NOT NULL,
        sender_network text
      )`);
    await runner.query('CREATE INDEX withdrawals_received_at ON withdrawals (received_at)');
    await runner.query('CREATE INDEX withdrawals_email ON withdrawals (email, received_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE withdrawals');
    await runner.query('ALTER TABLE consents DROP COLUMN network, DROP COLUMN policy_version');
    await runner.query('DROP TABLE visits');
  }
}

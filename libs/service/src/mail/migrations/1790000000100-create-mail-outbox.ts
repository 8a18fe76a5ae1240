import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMailOutbox1790000000100 implements MigrationInterface {
  name = 'CreateMailOutbox1790000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_outbox (
        id uuid PRIMARY KEY,
        sequence bigint GENERATED ALWAYS AS IDENTITY,
        recipient text NOT NULL,
        subject text NOT NULL,
        text bytea NOT NULL,
        reply_to text,
        written_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL,
        parked_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at, sequence) WHERE parked_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_outbox');
  }
}

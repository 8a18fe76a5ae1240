import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEventTables1790000000000 implements MigrationInterface {
  name = 'CreateEventTables1790000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        sequence bigint GENERATED ALWAYS AS IDENTITY,
        id uuid PRIMARY KEY,
        name text NOT NULL,
        payload jsonb NOT NULL,
        occurred_at timestamptz NOT NULL,
        request_id text
      )`);
    await runner.query('CREATE INDEX outbox_sequence ON outbox (sequence)');
    await runner.query('CREATE TABLE inbox (event_id uuid PRIMARY KEY, heard_at timestamptz NOT NULL)');
    await runner.query('CREATE INDEX inbox_heard_at ON inbox (heard_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox');
    await runner.query('DROP TABLE outbox');
  }
}

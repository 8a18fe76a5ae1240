import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GroupCalls1790000004002 implements MigrationInterface {
  name = 'GroupCalls1790000004002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE grouped_calls (
        operation_id uuid PRIMARY KEY REFERENCES operations (id) ON DELETE CASCADE,
        user_id uuid NOT NULL,
        group_id text NOT NULL,
        track jsonb NOT NULL,
        writer uuid,
        refusal jsonb
      )`);
    await runner.query('CREATE INDEX grouped_calls_of_group ON grouped_calls (user_id, group_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE grouped_calls');
  }
}

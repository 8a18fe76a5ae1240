import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAllowanceSlots1790000002000 implements MigrationInterface {
  name = 'CreateAllowanceSlots1790000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE allowance_slots (
        user_id uuid PRIMARY KEY,
        platform text NOT NULL,
        playlist_id text NOT NULL,
        playlist_name text NOT NULL,
        first_updated_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE allowance_slots');
  }
}

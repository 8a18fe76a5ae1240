import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A member may be heard of before the registration is, and after the deletion was. */
export class LateFacts1790000005001 implements MigrationInterface {
  name = 'LateFacts1790000005001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE members
        ALTER COLUMN name DROP NOT NULL,
        ALTER COLUMN email DROP NOT NULL,
        ALTER COLUMN is_admin DROP NOT NULL,
        ALTER COLUMN created_at DROP NOT NULL,
        ADD COLUMN person_at timestamptz,
        ADD COLUMN subscription_at timestamptz,
        ADD COLUMN playlist_update_at timestamptz,
        ADD COLUMN left_at timestamptz`);
    await runner.query('UPDATE members SET person_at = created_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM members WHERE created_at IS NULL');
    await runner.query(`
      ALTER TABLE members
        DROP COLUMN left_at,
        DROP COLUMN playlist_update_at,
        DROP COLUMN subscription_at,
        DROP COLUMN person_at,
        ALTER COLUMN created_at SET NOT NULL,
        ALTER COLUMN is_admin SET NOT NULL,
        ALTER COLUMN email SET NOT NULL,
        ALTER COLUMN name SET NOT NULL`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSubscriptions1790000002100 implements MigrationInterface {
  name = 'CreateSubscriptions1790000002100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customers (
        user_id uuid PRIMARY KEY,
        stripe_id text UNIQUE,
        creation_key uuid NOT NULL,
        email text NOT NULL,
        email_at timestamptz NOT NULL,
        stripe_email text NOT NULL,
        checkout_number integer NOT NULL DEFAULT 0,
        checkout_session text,
        checkout_opened_at timestamptz,
        checkout_expires_at timestamptz,
        read_due_at timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        wakes integer NOT NULL DEFAULT 0,
        wakes_answered integer NOT NULL DEFAULT 0,
        readings_begun integer NOT NULL DEFAULT 0,
        reading_applied integer NOT NULL DEFAULT 0,
        read_at timestamptz,
        told_status text NOT NULL DEFAULT 'none',
        is_leaving boolean NOT NULL DEFAULT false
      )`);
    await runner.query('CREATE INDEX customers_due ON customers (read_due_at) WHERE read_due_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE subscriptions (
        user_id uuid PRIMARY KEY REFERENCES customers ON DELETE CASCADE,
        stripe_id text NOT NULL,
        status text NOT NULL,
        period_ends_at timestamptz NOT NULL,
        ends_at timestamptz
      )`);
    await runner.query('CREATE TABLE stripe_events (id text PRIMARY KEY, heard_at timestamptz NOT NULL)');
    await runner.query('CREATE INDEX stripe_events_heard ON stripe_events (heard_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stripe_events');
    await runner.query('DROP TABLE subscriptions');
    await runner.query('DROP TABLE customers');
  }
}

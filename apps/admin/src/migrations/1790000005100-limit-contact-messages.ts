import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitContactMessages1790000005100 implements MigrationInterface {
  name = 'LimitContactMessages1790000005100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE contact_messages ADD COLUMN sender_network text');
    await runner.query('CREATE INDEX contact_messages_received_at ON contact_messages (received_at)');
    await runner.query('CREATE INDEX contact_messages_email ON contact_messages (email, received_at)');
    await runner.query(
      'CREATE INDEX contact_messages_network ON contact_messages (sender_network) WHERE sender_network IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX contact_messages_network');
    await runner.query('DROP INDEX contact_messages_email');
    await runner.query('DROP INDEX contact_messages_received_at');
    await runner.query('ALTER TABLE contact_messages DROP COLUMN sender_network');
  }
}

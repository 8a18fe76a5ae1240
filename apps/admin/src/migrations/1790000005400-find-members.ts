import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Any part of a name or an address is found without reading all members. Provisioning brings the extension. */
export class FindMembers1790000005400 implements MigrationInterface {
  name = 'FindMembers1790000005400';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['name', 'email']) {
      await runner.query(
        `CREATE INDEX members_${column}_parts ON members USING gin (${column} extensions.gin_trgm_ops)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['name', 'email']) await runner.query(`DROP INDEX members_${column}_parts`);
  }
}

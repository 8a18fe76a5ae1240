import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For finding a song in all storefronts. */
export class IndexRememberedIsrcs1790000003003 implements MigrationInterface {
  name = 'IndexRememberedIsrcs1790000003003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX remembered_recordings_isrc ON remembered_recordings (platform, isrc)
      WHERE recording_id <> ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX remembered_recordings_isrc');
  }
}

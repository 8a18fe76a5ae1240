import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Charts ask for counts, so counts are what is kept: of a visitor's browser the name is enough. */
export class CountVisits1790000005300 implements MigrationInterface {
  name = 'CountVisits1790000005300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE daily_page_visits (
        day date NOT NULL,
        path text NOT NULL,
        visits integer NOT NULL,
        PRIMARY KEY (day, path)
      )`);
    await runner.query(`
      CREATE TABLE daily_visitors (
        day date NOT NULL,
        ip text NOT NULL,
        browser text NOT NULL,
        device text NOT NULL,
        path text NOT NULL,
        visits integer NOT NULL,
        PRIMARY KEY (day, ip, browser, device, path)
      )`);
    await runner.query(`
      INSERT INTO daily_page_visits
      SELECT (visited_at AT TIME ZONE 'UTC')::date, path, count(*) FROM visits GROUP BY 1, 2`);
    await runner.query(`
      INSERT INTO daily_visitors
      SELECT (visited_at AT TIME ZONE 'UTC')::date, ip, 'Unknown browser', 'Unknown device', path, count(*)
      FROM visits GROUP BY 1, 2, 5`);
    await runner.query('DROP TABLE visits');
    await runner.query(`
      CREATE TABLE daily_tracks (
        day date NOT NULL,
        platform text NOT NULL,
        added integer NOT NULL,
        mismatched integer NOT NULL,
        unmatched integer NOT NULL,
        failed integer NOT NULL,
        PRIMARY KEY (day, platform)
      )`);
    await runner.query(`
      CREATE TABLE audit_entries (
        id uuid PRIMARY KEY,
        admin_id uuid NOT NULL,
        action text NOT NULL,
        subject text,
        at timestamptz NOT NULL,
        request_id text
      )`);
    await runner.query('CREATE INDEX audit_entries_at ON audit_entries (at)');
    await runner.query('CREATE INDEX members_created_at ON members (created_at, id) WHERE created_at IS NOT NULL');
  }

  /** Counts cannot be turned back into single visits. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX members_created_at');
    await runner.query('DROP TABLE audit_entries');
    await runner.query('DROP TABLE daily_tracks');
    await runner.query(`
      CREATE TABLE visits (
        id uuid PRIMARY KEY,
        path text NOT NULL,
        ip text NOT NULL,
        user_agent text NOT NULL,
        visited_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX visits_visited_at ON visits (visited_at)');
    await runner.query('DROP TABLE daily_visitors');
    await runner.query('DROP TABLE daily_page_visits');
  }
}

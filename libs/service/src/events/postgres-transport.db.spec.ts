import { eventually } from '@segue/testing';
import pg from 'pg';
import { describeCarrier } from '../testing/describe-carrier.js';
import { type CarrierUnderTest, EventStage, quiet } from '../testing/event-stage.js';
import { createEventCarrier } from './carrier.js';
import { PostgresParkedEvents } from './postgres-parked-events.js';
import { EVENT_QUEUE_ROLE } from './postgres-transport.js';

async function openPostgresCarrier(url: string): Promise<CarrierUnderTest> {
  const queue = new pg.Client({ connectionString: url, options: `-c role=${EVENT_QUEUE_ROLE}` });
  await queue.connect();
  const parked = new PostgresParkedEvents(url);
  return {
    createCarrier: (service, databaseUrl) => createEventCarrier(service, { DATABASE_URL: databaseUrl }, quiet),
    parked,
    isDrained: async () => {
      const { rows } = await queue.query(
        `SELECT 1 FROM event_queue._private_jobs AS job JOIN event_queue._private_tasks AS task ON task.id = job.task_id
         WHERE task.identifier = 'event:billing'`,
      );
      return rows.length === 0;
    },
    // It would come after e^attempts seconds.
    tryAgainNow: async () => {
      const { rowCount } = await queue.query(
        `UPDATE event_queue._private_jobs SET run_at = now()
         WHERE attempts BETWEEN 1 AND max_attempts - 1 AND locked_at IS NULL AND run_at > now()`,
      );
      if (rowCount) await queue.query(`SELECT pg_notify('jobs:insert', '{"r":0,"count":1}')`);
    },
    clear: async () => void (await queue.query('DELETE FROM event_queue._private_jobs')),
    close: async () => {
      await parked.close();
      await queue.end();
    },
  };
}

let stage: EventStage;
beforeAll(async () => {
  stage = await EventStage.open(openPostgresCarrier);
});
afterAll(() => stage.close());

describe('events carried by PostgreSQL', () => {
  describeCarrier(() => stage);

  it('flow again after the connection for notifications was cut', async () => {
    await stage.startRelay();
    await stage.auth.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'segue-listener' AND usename = current_user`,
    );
    const userId = await stage.tellDeleted();
    await eventually(() => expect(stage.usersHeard()).toEqual([userId]));
  });
});

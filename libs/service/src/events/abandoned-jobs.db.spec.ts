import { createTestDatabase, eventually, type TestDatabase, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createLogger } from '../logging/logger.js';
import { SampleListeners } from '../testing/sample-service.js';
import { logInto, startSample } from '../testing/start-sample.js';
import { PostgresParkedEvents } from './postgres-parked-events.js';
import { EVENT_QUEUE_ROLE, PostgresEventTransport } from './postgres-transport.js';

const logger = createLogger('auth', 'warn', logInto([]));
let database: TestDatabase;
let transport: PostgresEventTransport;
let queue: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = database.urlOf('auth');
  transport = new PostgresEventTransport(url, logger);
  queue = new pg.Client({ connectionString: url, options: `-c role=${EVENT_QUEUE_ROLE}` });
  await queue.connect();
});
afterAll(async () => {
  await transport.close();
  await queue.end();
});

const publish = (id: string): Promise<void> =>
  transport.publish([
    {
      ...{ id, name: 'user.deleted', requestId: null, payload: { userId: randomUUID() } },
      occurredAt: '2026-06-01T12:00:00.000Z',
    },
  ]);

/** An event that a worker took and did not finish. */
async function takenFor(seconds: number): Promise<string> {
  const id = randomUUID();
  await publish(id);
  await queue.query(
    `UPDATE event_queue._private_jobs SET locked_by = $2, locked_at = now() - make_interval(secs => $3)
     WHERE payload->>'id' = $1`,
    [id, `worker-${id}`, seconds],
  );
  return id;
}

it('what a worker that died had taken is heard by the next one; what one may still be at is left to it', async () => {
  const [left, taken] = [await takenFor(61), await takenFor(30)];
  const heard: string[] = [];
  SampleListeners.onDeleted = async ({ id }) => void heard.push(id);
  const service = await startSample({
    databaseUrl: database.urlOf('billing'),
    findSigningKey: new TestTokens().findSigningKey,
    listens: true,
  });
  try {
    await eventually(() => expect(heard).toEqual([left]));
    const { rows } = await queue.query(
      `SELECT 1 FROM event_queue._private_jobs WHERE payload->>'id' = $1 AND locked_by IS NOT NULL`,
      [taken],
    );
    expect(rows.length).toBeGreaterThan(0);
  } finally {
    await service.stop();
  }
});

it('an event that is handed over again while a dead worker holds it is heard, and nothing of it stays', async () => {
  const id = await takenFor(61);
  await publish(id);
  const heard: string[] = [];
  SampleListeners.onDeleted = async (event) => void heard.push(event.id);
  const parked = new PostgresParkedEvents(database.urlOf('billing'));
  expect(await parked.list('billing', 10)).toEqual([]);
  const service = await startSample({
    databaseUrl: database.urlOf('billing'),
    findSigningKey: new TestTokens().findSigningKey,
    listens: true,
  });
  try {
    await eventually(() => expect(heard).toContain(id));
    await eventually(async () => {
      const { rows } = await queue.query(
        `SELECT 1 FROM event_queue._private_jobs AS job JOIN event_queue._private_tasks AS task ON task.id = job.task_id
         WHERE job.payload->>'id' = $1 AND task.identifier = 'event:billing'`,
        [id],
      );
      expect(rows).toEqual([]);
    });
    expect(await parked.list('billing', 10)).toEqual([]);
  } finally {
    await service.stop();
    await parked.close();
  }
});

it('a queue that is away just as an event was handled is heard again when it is back, and no event is lost', async () => {
  const heard: string[] = [];
  const [first, second] = [randomUUID(), randomUUID()];
  let published: Promise<void> | undefined;
  SampleListeners.onDeleted = async ({ id }) => {
    heard.push(id);
    await published;
    if (heard.length === 1) await queue.query('ALTER TABLE event_queue._private_jobs RENAME TO away');
  };
  const service = await startSample({
    databaseUrl: database.urlOf('billing'),
    findSigningKey: new TestTokens().findSigningKey,
    listens: true,
  });
  try {
    published = publish(first);
    await published;
    await eventually(() => expect(service.log.join('')).toContain('"event":"event-queue"'));
    await queue.query('ALTER TABLE event_queue.away RENAME TO _private_jobs');
    await publish(second);
    await eventually(async () => {
      const { rows } = await queue.query(
        `SELECT 1 FROM event_queue._private_jobs JOIN event_queue._private_tasks AS task ON task.id = task_id
         WHERE identifier = 'event:billing' AND payload->>'id' IN ($1, $2)`,
        [first, second],
      );
      expect([new Set(heard), rows]).toEqual([new Set([first, second]), []]);
    });
  } finally {
    await service.stop();
  }
});

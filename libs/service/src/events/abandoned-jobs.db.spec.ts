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
  const [first, ...others] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const events = [first, ...others];
  const open = new Set<string>();
  SampleListeners.onDeleted = async ({ id }) => {
    const again = heard.includes(id);
    heard.push(id);
    await eventually(() => expect([...open]).toContain(id));
    if (id === first && !again) await queue.query('ALTER TABLE event_queue._private_jobs RENAME TO away');
  };
  const waiting = async (): Promise<string[]> => {
    const { rows } = await queue.query<{ id: string }>(
      `SELECT payload->>'id' AS id FROM event_queue._private_jobs AS job
       JOIN event_queue._private_tasks AS task ON task.id = job.task_id
       WHERE identifier = 'event:billing' AND payload->>'id' = ANY($1)`,
      [events],
    );
    return rows.map(({ id }) => id);
  };
  const service = await startSample({
    databaseUrl: database.urlOf('billing'),
    findSigningKey: new TestTokens().findSigningKey,
    listens: true,
  });
  try {
    for (const id of events) await publish(id);
    await eventually(() => expect(new Set(heard)).toEqual(new Set(events)));
    open.add(first);
    await eventually(() => expect(service.log.join('')).toContain('"event":"event-queue"'));
    await queue.query('ALTER TABLE event_queue.away RENAME TO _private_jobs');
    // The runner that lost the first one stops while the others end, one after the other.
    for (const other of others) {
      open.add(other);
      await eventually(async () => expect(await waiting()).not.toContain(other));
    }
    await eventually(async () => expect(await waiting()).toEqual([]));
  } finally {
    await service.stop();
  }
});

import { type EventEnvelope, OPERATIONS } from '@segue/contracts';
import { createTestDatabase, eventually, TestClock, type TestDatabase, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { Outbox } from '../events/outbox.js';
import { PostgresEventQueue } from '../events/postgres-queue.js';
import { EVENT_QUEUE_ROLE, PostgresEventTransport } from '../events/postgres-transport.js';
import { SERVICE_TOKEN_HEADER, ServiceTokens } from '../guard/service-token.js';
import { createLogger, recentLinesOf } from '../logging/logger.js';
import { SampleListeners } from '../testing/sample-service.js';
import { logInto, SERVICE_SECRET, startSample } from '../testing/start-sample.js';
import { OperationsService } from './operations.service.js';

const logger = createLogger('billing', 'info', logInto([]));
let database: TestDatabase;
let billing: DataSource;
let carrier: PostgresEventTransport;
let queue: pg.Client;
let databaseIsUp = true;
/** Of a service that neither tells nor hears, so that what waits stays. */
let operations: OperationsService;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = database.urlOf('billing');
  billing = await createDataSource({ schema: 'billing', url, entities: [], migrations: [] }).initialize();
  await migrate(billing, 'billing');
  carrier = new PostgresEventTransport(database.urlOf('auth'), logger);
  queue = new pg.Client({ connectionString: database.urlOf('auth'), options: `-c role=${EVENT_QUEUE_ROLE}` });
  await queue.connect();
  const check = async () => {
    if (!databaseIsUp) throw new Error('away');
  };
  const events = new PostgresEventQueue(billing, 'billing');
  operations = new OperationsService([{ name: 'database', check }], billing, events, recentLinesOf(logger), logger);
});
afterAll(async () => {
  await queue.end();
  await carrier.close();
  await billing.destroy();
});
beforeEach(async () => {
  databaseIsUp = true;
  await queue.query('DELETE FROM event_queue._private_jobs');
  await billing.query('DELETE FROM outbox');
});

/** A member left: billing, connectors, sync and admin are to hear of it. */
async function queueEvent(): Promise<string> {
  const id = randomUUID();
  const payload = { userId: randomUUID() };
  const occurredAt = '2026-06-01T12:00:00.000Z';
  await carrier.publish([{ id, name: 'user.deleted', occurredAt, requestId: null, payload }]);
  return id;
}
/** As if every attempt had failed. */
const park = (id: string, error = 'Error: refused') =>
  queue.query(
    `UPDATE event_queue._private_jobs SET attempts = max_attempts, last_error = $2 WHERE payload->>'id' = $1`,
    [id, error],
  );
const events = async () => (await operations.state()).events;
const nothing = { count: 0, oldestAt: null };

describe('how far events are behind', () => {
  it('is nothing to begin with', async () => {
    expect(await operations.state()).toEqual({
      status: 'ok',
      dependencies: { database: 'up' },
      events: { outbox: nothing, queue: nothing, deadLetters: { count: 0, newest: [] } },
    });
  });

  it('counts what is not handed over yet, and since when', async () => {
    const clock = new TestClock();
    const outbox = new Outbox('billing', clock);
    for (let i = 0; i < 2; i += 1) {
      await billing.transaction((tx) => outbox.publish(tx, 'user.deleted', { userId: randomUUID() }));
      clock.advance(1000);
    }
    expect(await events()).toMatchObject({ outbox: { count: 2, oldestAt: '2026-06-01T12:00:00.000Z' } });
  });

  it('counts what this service is to hear, and nothing of others', async () => {
    await queueEvent();
    expect(await events()).toMatchObject({ queue: { count: 1, oldestAt: expect.any(String) } });
    await queue.query(`DELETE FROM event_queue._private_jobs WHERE key LIKE '%:billing'`);
    expect(await events()).toMatchObject({ queue: nothing });
  });

  it('is not known while the database is away', async () => {
    databaseIsUp = false;
    expect(await operations.state()).toEqual({
      status: 'unavailable',
      dependencies: { database: 'down' },
      events: null,
    });
  });
});

describe('a dead letter', () => {
  it('is shown with its reason, without secrets and without what it holds', async () => {
    const id = await queueEvent();
    await park(id, `Error: mia@segue.test was refused ${'x'.repeat(1000)}`);
    const { queue: waiting, deadLetters } = (await events()) ?? {};
    expect(waiting).toEqual(nothing);
    expect(deadLetters).toEqual({
      count: 1,
      newest: [
        {
          id,
          name: 'user.deleted',
          occurredAt: '2026-06-01T12:00:00.000Z',
          attempts: 8,
          error: expect.stringMatching(/^Error: \[e-mail\] was refused x{1,300}$/),
        },
      ],
    });
  });

  it('is among the newest twenty that are shown, while all are counted', async () => {
    for (let i = 0; i < 22; i += 1) await park(await queueEvent());
    const { deadLetters } = (await events()) ?? {};
    expect([deadLetters?.count, deadLetters?.newest.length]).toEqual([22, 20]);
  });

  it('of another service cannot be replayed, nor one that was never parked', async () => {
    const id = await queueEvent();
    await expect(operations.replay(id)).rejects.toMatchObject({ code: 'not_found' });
    await park(id);
    await queue.query(`DELETE FROM event_queue._private_jobs WHERE key LIKE '%:billing'`);
    await expect(operations.replay(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that is replayed is heard by its service', async () => {
    const id = await queueEvent();
    await park(id);
    const heard: EventEnvelope[] = [];
    SampleListeners.onDeleted = async (event) => void heard.push(event);
    const service = await startSample({
      databaseUrl: database.urlOf('billing'),
      findSigningKey: new TestTokens().findSigningKey,
      listens: true,
    });
    try {
      const { replayDeadLetter } = OPERATIONS.billing;
      const replay = async (headers: Record<string, string>) =>
        fetch(service.url + replayDeadLetter.path.replace(':id', id), { method: 'POST', headers });
      expect((await replay({})).status).toBe(401);
      expect(heard).toEqual([]);
      const passport = await new ServiceTokens('admin', SERVICE_SECRET).sign('billing', null);
      expect((await replay({ [SERVICE_TOKEN_HEADER]: passport })).status).toBe(200);
      await eventually(() => expect(heard).toMatchObject([{ id }]));
    } finally {
      await service.stop();
    }
  });
});

describe('the newest lines of a log', () => {
  it('come newest first, errors apart, redacted, two hundred of each', () => {
    const log = createLogger('billing', 'info', logInto([]));
    for (let i = 0; i < 201; i += 1) log.info({ i }, 'said');
    log.error({ password: 'canary' }, 'mia@segue.test was refused');
    const { error, out } = recentLinesOf(log).read();
    expect(error.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', password: '[redacted]', msg: '[e-mail] was refused' },
    ]);
    expect(out.map((line) => (JSON.parse(line) as { i: number }).i)).toEqual(
      Array.from({ length: 200 }, (_, i) => 200 - i),
    );
  });

  it('are cut when they are long', () => {
    const log = createLogger('billing', 'info', logInto([]));
    log.info('x'.repeat(10_000));
    expect(recentLinesOf(log).read().out[0]).toMatch(/^\{"level":"info".{1,1990}…$/);
  });
});

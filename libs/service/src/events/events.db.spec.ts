import type { EventEnvelope } from '@segue/contracts';
import { createTestDatabase, eventually, TestClock, type TestDatabase, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { PostgresListener } from '../database/postgres-listener.js';
import { createLogger } from '../logging/logger.js';
import { currentRequestId, inRequest } from '../logging/request-context.js';
import { SampleListeners } from '../testing/sample-service.js';
import { logInto, type Sample, startSample } from '../testing/start-sample.js';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { EVENT_QUEUE_ROLE, PostgresEventTransport } from './postgres-transport.js';
import { OutboxRelay } from './relay.js';
import type { EventTransport } from './transport.js';

type Deleted = EventEnvelope<'user.deleted'>;
const logger = createLogger('auth', 'warn', logInto([]));
let database: TestDatabase;
let auth: DataSource;
let outbox: Outbox;
let hearing: Sample;
let queue: pg.Client;
let heard: Deleted[];
const relays: Array<{ relay: OutboxRelay; listener: PostgresListener }> = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const url = database.urlOf('auth');
  auth = await createDataSource({ schema: 'auth', url, entities: [], migrations: [] }).initialize();
  await migrate(auth, 'auth');
  outbox = new Outbox('auth', new TestClock());
  hearing = await startSample({
    databaseUrl: database.urlOf('billing'),
    port: 45_012,
    findSigningKey: new TestTokens().findSigningKey,
    listens: true,
  });
  queue = new pg.Client({ connectionString: url, options: `-c role=${EVENT_QUEUE_ROLE}` });
  await queue.connect();
});
afterAll(async () => {
  await hearing.stop();
  await queue.end();
  await auth.destroy();
});

beforeEach(() => {
  heard = [];
  SampleListeners.onDeleted = async (event) => void heard.push(event);
});
afterEach(async () => {
  for (const running of relays.splice(0)) await stop(running);
  await queue.query('DELETE FROM event_queue._private_jobs');
  await auth.query('DELETE FROM outbox');
});

async function startRelay(transport: EventTransport = new PostgresEventTransport(database.urlOf('auth'), logger)) {
  const listener = new PostgresListener(database.urlOf('auth'), logger);
  const relay = new OutboxRelay(auth, transport, logger);
  relays.push({ relay, listener });
  await relay.start(listener, 'auth');
  return { relay, listener };
}
async function stop({ relay, listener }: { relay: OutboxRelay; listener: PostgresListener }): Promise<void> {
  await relay.close();
  await listener.close();
}

const tellDeleted = (userId: string = randomUUID()) =>
  auth.transaction(async (tx) => {
    await outbox.publish(tx, 'user.deleted', { userId });
    return userId;
  });
const usersHeard = () => heard.map(({ payload }) => payload.userId);
const outboxSize = async () => Number((await auth.query('SELECT count(*) FROM outbox'))[0].count);
/** All jobs for billing are done: nothing more is going to be heard. */
const allHeard = () =>
  eventually(async () => {
    expect(await outboxSize()).toBe(0);
    const { rows } = await queue.query(
      `SELECT 1 FROM event_queue._private_jobs AS job JOIN event_queue._private_tasks AS task ON task.id = job.task_id
       WHERE task.identifier = 'event:billing'`,
    );
    expect(rows).toEqual([]);
  });

describe('an event', () => {
  it('published in a transaction is heard once, after the commit, with its request', async () => {
    await startRelay();
    let requestId: string | null = null;
    SampleListeners.onDeleted = async (event) => {
      requestId = currentRequestId();
      heard.push(event);
    };
    const userId = await inRequest('request-1', () => tellDeleted());
    await allHeard();
    expect(heard).toEqual([
      {
        id: expect.any(String),
        name: 'user.deleted',
        occurredAt: '2026-06-01T12:00:00.000Z',
        requestId: 'request-1',
        payload: { userId },
      },
    ]);
    expect(requestId).toBe('request-1');
  });

  it('of a transaction that was rolled back is never heard', async () => {
    await startRelay();
    const rolledBack = auth.transaction(async (tx) => {
      await outbox.publish(tx, 'user.deleted', { userId: randomUUID() });
      throw new Error('changed its mind');
    });
    await expect(rolledBack).rejects.toThrow('changed its mind');
    const after = await tellDeleted();
    await allHeard();
    expect(usersHeard()).toEqual([after]);
  });

  it('of the wrong shape does not even enter the outbox', async () => {
    const wrong = auth.transaction((tx) => outbox.publish(tx, 'user.deleted', { userId: 'everybody' }));
    await expect(wrong).rejects.toThrow();
    expect(await outboxSize()).toBe(0);
  });

  it('published while no relay runs is told when one starts', async () => {
    const userId = await tellDeleted();
    const first = await startRelay();
    await allHeard();
    await stop(first);
    relays.length = 0;
    const later = await tellDeleted();
    expect(usersHeard()).toEqual([userId]);
    await startRelay();
    await allHeard();
    expect(usersHeard()).toEqual([userId, later]);
  });

  it('stays in the outbox while the carrier is away and goes out when it is back', async () => {
    let away = true;
    const told: EventEnvelope[] = [];
    const transport: EventTransport = {
      publish: async (event) => {
        if (away) throw new Error('the carrier is away');
        told.push(event);
      },
      close: async () => undefined,
    };
    const running = await startRelay(transport);
    const userId = await tellDeleted();
    expect(await outboxSize()).toBe(1);
    away = false;
    await stop(running);
    relays.length = 0;
    await startRelay(transport);
    await eventually(async () => expect(await outboxSize()).toBe(0));
    expect(told.map(({ payload }) => payload)).toEqual([{ userId }]);
  });

  it('of many is told in the order in which it became true, by one of several relays', async () => {
    const told: string[] = [];
    const transport: EventTransport = {
      publish: async ({ id }) => void told.push(id),
      close: async () => undefined,
    };
    for (let index = 0; index < 250; index += 1) await tellDeleted();
    const ids = (await auth.query('SELECT id FROM outbox ORDER BY sequence')) as Array<{ id: string }>;
    await startRelay(transport);
    await eventually(async () => expect(await outboxSize()).toBe(0));
    expect(told).toEqual(ids.map(({ id }) => id));
  });

  it('is heard once although three relays compete for it', async () => {
    await Promise.all([startRelay(), startRelay(), startRelay()]);
    const users = await Promise.all(Array.from({ length: 30 }, () => tellDeleted()));
    await allHeard();
    expect(usersHeard().sort()).toEqual(users.sort());
  });
});

describe('a handler that fails', () => {
  /** Brings the next try forward, which would come after e^attempts seconds, and wakes the worker. */
  const tryAgainNow = async () => {
    const { rowCount } = await queue.query(
      `UPDATE event_queue._private_jobs SET run_at = now()
       WHERE attempts BETWEEN 1 AND max_attempts - 1 AND locked_at IS NULL AND run_at > now()`,
    );
    if (rowCount) await queue.query(`SELECT pg_notify('jobs:insert', '{"r":0,"count":1}')`);
  };

  it('is tried again until it works, while other events flow', async () => {
    await startRelay();
    const unlucky = randomUUID();
    let failures = 0;
    SampleListeners.onDeleted = async (event) => {
      if (event.payload.userId === unlucky && failures < 2) {
        failures += 1;
        throw new Error('not yet');
      }
      heard.push(event);
    };
    await tellDeleted(unlucky);
    const others = [await tellDeleted(), await tellDeleted()];
    await eventually(() => expect(usersHeard().sort()).toEqual([...others].sort()));
    await eventually(async () => {
      await tryAgainNow();
      expect(usersHeard()).toContain(unlucky);
    });
    expect(failures).toBe(2);
  });

  it('is left alone after eight tries, and the event is kept', async () => {
    await startRelay();
    const poison = randomUUID();
    let tries = 0;
    SampleListeners.onDeleted = async (event) => {
      if (event.payload.userId !== poison) return void heard.push(event);
      tries += 1;
      throw new Error('never');
    };
    await tellDeleted(poison);
    await eventually(async () => {
      await tryAgainNow();
      expect(tries).toBe(8);
    }, 30_000);
    const after = await tellDeleted();
    await eventually(() => expect(usersHeard()).toEqual([after]));
    const { rows } = await queue.query(
      'SELECT attempts, max_attempts, last_error, payload FROM event_queue._private_jobs WHERE attempts = max_attempts',
    );
    expect(rows).toMatchObject([{ attempts: 8, payload: { payload: { userId: poison } } }]);
    expect(rows[0].last_error).toContain('never');
  }, 40_000);
});

describe('hearing an event again', () => {
  const anEvent = (): Deleted => ({
    id: randomUUID(),
    name: 'user.deleted',
    occurredAt: '2026-06-01T12:00:00.000Z',
    requestId: null,
    payload: { userId: randomUUID() },
  });
  const inbox = () => hearing.app.get(Inbox);

  it('has one effect, whether it comes later or at the same time', async () => {
    const event = anEvent();
    let effects = 0;
    const hear = () => inbox().once(event, async () => void (effects += 1));
    await Promise.all([hear(), hear(), hear()]);
    await hear();
    expect(effects).toBe(1);
  });

  it('has its effect when the first try failed', async () => {
    const event = anEvent();
    const failing = inbox().once(event, () => Promise.reject(new Error('half way')));
    await expect(failing).rejects.toThrow('half way');
    let effects = 0;
    await inbox().once(event, async () => void (effects += 1));
    expect(effects).toBe(1);
  });

  it('leaves nothing of a failed effect behind', async () => {
    const event = anEvent();
    const source = hearing.app.get(DataSource);
    await source.query('CREATE TABLE IF NOT EXISTS effects (id uuid)');
    const failing = inbox().once(event, async (_, tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [event.id]);
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await source.query('SELECT * FROM effects')).toEqual([]);
  });

  it('of the wrong shape is refused and not remembered', async () => {
    const event = { ...anEvent(), payload: { userId: 'everybody' } };
    await expect(inbox().once(event, async () => undefined)).rejects.toThrow();
    const rows = await hearing.app.get(DataSource).query('SELECT 1 FROM inbox WHERE event_id = $1', [event.id]);
    expect(rows).toEqual([]);
  });
});

describe('a connection for notifications that was cut', () => {
  it('comes back by itself and catches up', async () => {
    await startRelay();
    await auth.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'segue-listener' AND usename = current_user`,
    );
    const userId = await tellDeleted();
    await eventually(() => expect(usersHeard()).toEqual([userId]));
  });
});

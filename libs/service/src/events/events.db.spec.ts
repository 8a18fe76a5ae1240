import type { EventEnvelope } from '@segue/contracts';
import { createTestDatabase, eventually, TestClock } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { PostgresListener } from '../database/postgres-listener.js';
import { createLogger } from '../logging/logger.js';
import { logInto } from '../testing/start-sample.js';
import { Inbox } from './inbox.js';
import { InboxPruning } from './inbox-pruning.js';
import { Outbox } from './outbox.js';
import { OutboxRelay } from './relay.js';
import type { EventTransport } from './transport.js';

const DAY_MS = 24 * 60 * 60 * 1000;
type Deleted = EventEnvelope<'user.deleted'>;
const logger = createLogger('auth', 'warn', logInto([]));
const outbox = new Outbox('auth', new TestClock());
let url: string;
let auth: DataSource;
const relays: Array<{ relay: OutboxRelay; listener: PostgresListener }> = [];

beforeAll(async () => {
  url = (await createTestDatabase()).urlOf('auth');
  auth = await createDataSource({ schema: 'auth', url, entities: [], migrations: [] }).initialize();
  await migrate(auth, 'auth');
});
afterAll(() => auth.destroy());
afterEach(async () => {
  await stopRelays();
  await auth.query('DELETE FROM outbox');
});

async function startRelay(publish: EventTransport['publish']): Promise<void> {
  const listener = new PostgresListener(url, logger);
  const relay = new OutboxRelay(auth, { publish, close: async () => undefined }, logger);
  relays.push({ relay, listener });
  await relay.start(listener, 'auth');
}
async function stopRelays(): Promise<void> {
  for (const { relay, listener } of relays.splice(0)) {
    await relay.close();
    await listener.close();
  }
}
const tellDeleted = (userId: string = randomUUID()) =>
  auth.transaction(async (tx) => {
    await outbox.publish(tx, 'user.deleted', { userId });
    return userId;
  });
const outboxSize = async () => Number((await auth.query('SELECT count(*) FROM outbox'))[0].count);

describe('an event on its way out', () => {
  it('of the wrong shape does not even enter the outbox', async () => {
    await expect(tellDeleted('everybody')).rejects.toThrow();
    expect(await outboxSize()).toBe(0);
  });

  it('stays in the outbox while the carrier is away and goes out when it is back', async () => {
    let away = true;
    const told: EventEnvelope[] = [];
    const publish = async (events: readonly EventEnvelope[]) => {
      if (away) throw new Error('the carrier is away');
      told.push(...events);
    };
    await startRelay(publish);
    const userId = await tellDeleted();
    expect(await outboxSize()).toBe(1);
    away = false;
    await stopRelays();
    await startRelay(publish);
    await eventually(async () => expect(await outboxSize()).toBe(0));
    expect(told.map(({ payload }) => payload)).toEqual([{ userId }]);
  });

  it('of many is told in the order in which it became true', async () => {
    const told: string[] = [];
    for (let index = 0; index < 250; index += 1) await tellDeleted();
    const ids = (await auth.query('SELECT id FROM outbox ORDER BY sequence')) as Array<{ id: string }>;
    await startRelay(async (events) => void told.push(...events.map(({ id }) => id)));
    await eventually(async () => expect(await outboxSize()).toBe(0));
    expect(told).toEqual(ids.map(({ id }) => id));
  });
});

describe('hearing an event again', () => {
  const clock = new TestClock();
  const inbox = () => new Inbox(auth, clock);
  const anEvent = (): Deleted => ({
    id: randomUUID(),
    name: 'user.deleted',
    occurredAt: '2026-06-01T12:00:00.000Z',
    requestId: null,
    payload: { userId: randomUUID() },
  });

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
    await auth.query('CREATE TABLE IF NOT EXISTS effects (id uuid)');
    const failing = inbox().once(event, async (_, tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [event.id]);
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await auth.query('SELECT * FROM effects')).toEqual([]);
  });

  it('of the wrong shape is refused and not remembered', async () => {
    const event = { ...anEvent(), payload: { userId: 'everybody' } };
    await expect(inbox().once(event, async () => undefined)).rejects.toThrow();
    expect(await auth.query('SELECT 1 FROM inbox WHERE event_id = $1', [event.id])).toEqual([]);
  });

  it('has one effect for 30 days; then the event is forgotten', async () => {
    const event = anEvent();
    const pruning = new InboxPruning(auth, clock, logger);
    let effects = 0;
    const hear = () => inbox().once(event, async () => void (effects += 1));
    await hear();
    clock.advance(30 * DAY_MS);
    await pruning.run();
    await hear();
    expect(effects).toBe(1);
    clock.advance(1);
    await pruning.run();
    await hear();
    expect(effects).toBe(2);
  });
});

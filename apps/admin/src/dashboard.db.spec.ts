import {
  backendLogs,
  type Endpoint,
  type EventEnvelope,
  type EventName,
  type EventPayload,
  ipSummary,
  listUsers,
  overview,
  platformGates,
  replayEvent,
  serviceStatuses,
  visits,
} from '@segue/contracts';
import { createTestDatabase, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { type Admin, hearEvent, startAdmin } from './testing/start-admin.js';
import { answering, type FakeServices } from './testing/fake-services.js';

const tokens = new TestTokens();
const clock = new TestClock('2026-06-30T12:00:00.000Z');
const ADMINISTRATOR = randomUUID();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
let services: FakeServices;
let admin: Admin;

beforeAll(async () => {
  services = await answering();
  const { urlOf } = await createTestDatabase();
  admin = await startAdmin(urlOf('admin'), clock, {
    findSigningKey: tokens.findSigningKey,
    administrator: ADMINISTRATOR,
    servicesUrl: services.url,
  });
});
afterAll(async () => {
  await admin.stop();
  await services.stop();
});
beforeEach(async () => {
  services.answers.clear();
  await admin.database.query(
    'TRUNCATE members, created_playlists, inbox, daily_page_visits, daily_visitors, daily_tracks, audit_entries',
  );
});

async function ask<T>(endpoint: Endpoint, query = ''): Promise<T> {
  const path = `${endpoint.path}${query}` as Endpoint['path'];
  const { status, body } = await admin.ask({ ...endpoint, path }, await tokens.bearer(ADMINISTRATOR));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as T;
}
const hear = <N extends EventName>(name: N, payload: EventPayload<N>, occurredAt = clock.now().toISOString()) =>
  hearEvent(admin, { id: randomUUID(), name, occurredAt, requestId: null, payload } as EventEnvelope);
const visit = (path: string, day = '2026-06-30', ip = '81.169.145.0', userAgent = FIREFOX) =>
  hear('visit.recorded', { path, ip, userAgent, at: `${day}T23:59:59.000Z` });

describe('visits', () => {
  it('are counted by day and path, oldest first [S129]', async () => {
    await visit('/pricing', '2026-06-30');
    await visit('/', '2026-06-29');
    await visit('/', '2026-06-30');
    await visit('/', '2026-06-30');
    expect(await ask(visits)).toEqual({
      data: [
        { date: '2026-06-29', '/': 1 },
        { date: '2026-06-30', '/': 2, '/pricing': 1 },
      ],
    });
  });

  it('of thirty days are shown, or of as many as were asked for', async () => {
    await visit('/', '2026-05-31');
    await visit('/', '2026-06-01');
    expect(await ask(visits)).toEqual({ data: [{ date: '2026-06-01', '/': 1 }] });
    expect(await ask(visits, '?days=31')).toMatchObject({ data: [{ date: '2026-05-31' }, {}] });
  });

  it.each(['0', '401', '-1', 'year', '1.5'])('cannot be asked for %s days', async (days) => {
    const path = `${visits.path}?days=${days}` as const;
    expect((await admin.ask({ ...visits, path }, await tokens.bearer(ADMINISTRATOR))).status).toBe(400);
  });

  it('that come all at once are all counted', async () => {
    await Promise.all(Array.from({ length: 30 }, () => visit('/')));
    expect(await ask(visits)).toEqual({ data: [{ date: '2026-06-30', '/': 30 }] });
  });
});

describe('the IP summary', () => {
  it('has a row for each network, browser and device, the busiest first, with one count per path', async () => {
    await visit('/');
    for (const path of ['/', '/', '/pricing']) await visit(path, '2026-06-30', '2001:4860::', IPHONE);
    expect(await ask(ipSummary)).toEqual({
      data: [
        {
          ip: '2001:4860::',
          location: 'United States',
          browser: 'Safari',
          device: 'Phone, iOS',
          '/': 2,
          '/pricing': 1,
        },
        { ip: '81.169.145.0', location: 'Germany', browser: 'Firefox', device: 'Desktop, Linux', '/': 1 },
      ],
    });
  });

  it.each([
    ['127.0.0.0', ''],
    ['unknown', '-'],
    ['10.0.0.0', `<img src=x onerror="__x=1">\r\n`],
  ])('says what it does not know of %s with %j', async (ip, userAgent) => {
    await visit('/', '2026-06-30', ip, userAgent);
    expect(await ask(ipSummary)).toEqual({
      data: [{ ip, location: 'Unknown location', browser: 'Unknown browser', device: 'Unknown device', '/': 1 }],
    });
  });

  it('shows the twenty busiest', async () => {
    for (let network = 0; network < 22; network += 1) await visit('/', '2026-06-30', `10.0.${network}.0`);
    await visit('/', '2026-06-30', '10.0.21.0');
    const { data } = await ask<{ data: Array<{ ip: string }> }>(ipSummary);
    expect([data.length, data[0]?.ip]).toEqual([20, '10.0.21.0']);
  });
});

describe('the match rate', () => {
  const settled = (counts: Partial<EventPayload<'tracks.settled'>>, at?: string) =>
    hear('tracks.settled', { platform: 'apple', added: 0, mismatched: 0, unmatched: 0, failed: 0, ...counts }, at);

  it('is found tracks of those looked for, whatever else went wrong', async () => {
    await settled({ added: 5, mismatched: 1, failed: 9 });
    await settled({ unmatched: 1 });
    await settled({ platform: 'spotify', failed: 3 });
    await settled({ added: 100 }, '2026-05-31T23:59:59.999Z');
    expect(await ask(overview)).toEqual({
      totalUsers: 0,
      matches: [
        { platform: 'apple', added: 5, mismatched: 1, unmatched: 1, failed: 9, matchRate: 85.7 },
        { platform: 'spotify', added: 0, mismatched: 0, unmatched: 0, failed: 3, matchRate: null },
      ],
    });
  });
});

describe('the list of members', () => {
  const register = (name: string, day: number) =>
    hear('user.registered', {
      userId: randomUUID(),
      name,
      email: `${name.toLowerCase().replace(/\W/g, '_')}@segue.test`,
      isAdmin: false,
      createdAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
    });
  const names = async (query: string) => (await ask<Array<{ name: string }>>(listUsers, query)).map(({ name }) => name);

  it('is read in pages, newest first, and counted as a whole [S126]', async () => {
    for (const [i, name] of ['Ada', 'Ben', 'Cleo', 'Dora'].entries()) await register(name, i + 1);
    expect(await names('?limit=3')).toEqual(['Dora', 'Cleo', 'Ben']);
    expect(await names('?limit=3&offset=3')).toEqual(['Ada']);
    expect(await ask(overview)).toMatchObject({ totalUsers: 4 });
  });

  it('is searched by any part of a name or an address, letter for letter', async () => {
    for (const [i, name] of ['Ada%', 'Adam', 'Ben'].entries()) await register(name, i + 1);
    expect(await names('?search=ADA')).toEqual(['Adam', 'Ada%']);
    expect(await names('?search=%25')).toEqual(['Ada%']);
    expect(await names('?search=_')).toEqual(['Ada%']);
    expect(await names(`?search=${encodeURIComponent("' OR 1=1 --")}`)).toEqual([]);
  });

  it('is searched through the indexes of names and addresses, however many members there are', async () => {
    await admin.database.query(
      `INSERT INTO members (id, name, email, created_at, subscription_status)
       SELECT gen_random_uuid(), md5('name' || i), md5('email' || i) || '@segue.test', now() - i * interval '1 minute', 'none'
       FROM generate_series(1, 20000) AS i`,
    );
    // As autovacuum does after so many new rows, which the indexes keep aside until then.
    await admin.database.query('VACUUM ANALYZE members');
    await register('Ada Lovelace', 1);
    const asked = jest.spyOn(PostgresQueryRunner.prototype, 'query');
    expect(await names('?search=lovelace')).toEqual(['Ada Lovelace']);
    const [search, given] = asked.mock.calls.find(([sql]) => sql.includes('ILIKE')) ?? [];
    asked.mockRestore();
    const plan = JSON.stringify(await admin.database.query(`EXPLAIN ${search}`, given));
    expect(plan).toContain('members_name_parts');
    expect(plan).toContain('members_email_parts');
    expect(plan).not.toContain('Seq Scan');
  });

  it.each(['limit=0', 'limit=1001', 'offset=-1', 'limit=all'])('refuses %s', async (query) => {
    const path = `${listUsers.path}?${query}` as const;
    expect((await admin.ask({ ...listUsers, path }, await tokens.bearer(ADMINISTRATOR))).status).toBe(400);
  });
});

describe('the state of services', () => {
  const backlog = {
    outbox: { count: 2, oldestAt: '2026-06-30T11:00:00.000Z' },
    queue: { count: 0, oldestAt: null },
    deadLetters: { count: 0, newest: [] },
  };

  it('is what each says of itself; one that does not answer is unreachable', async () => {
    const up = { database: 'up', sessions: 'up' };
    services.answers.set('/internal/billing/state', { status: 'ok', dependencies: up, events: backlog });
    const down = { status: 'unavailable', dependencies: { database: 'down' }, events: null };
    services.answers.set('/internal/sync/state', down);
    const { services: states } = await ask<{ services: object[] }>(serviceStatuses);
    expect(states).toEqual([
      expect.objectContaining({ service: 'gateway', status: 'unreachable', events: null }),
      expect.objectContaining({ service: 'auth', status: 'unreachable' }),
      { service: 'billing', status: 'ok', dependencies: up, events: backlog },
      expect.objectContaining({ service: 'connectors', status: 'unreachable' }),
      { service: 'sync', ...down },
      expect.objectContaining({ service: 'admin', status: 'unreachable' }),
    ]);
  });

  it('of the platforms is what connectors say, and an error when they say nothing', async () => {
    const gate = {
      platform: 'spotify',
      state: 'cooldown',
      until: '2026-06-30T12:01:00.000Z',
      callsPerSecond: 2.5,
      waiting: { interactive: 1, job: 0, background: 0, maintenance: 0 },
      running: 1,
      callsLastHour: 10,
      throttledLastHour: 1,
    };
    services.answers.set('/internal/connectors/governors', { platforms: [gate] });
    expect(await ask(platformGates)).toEqual({ platforms: [gate] });
    services.answers.clear();
    const refused = await admin.ask(platformGates, await tokens.bearer(ADMINISTRATOR));
    expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  });

  it('changes when an administrator replays a parked event, which is noted', async () => {
    const id = randomUUID();
    services.answers.set(`/internal/sync/dead-letters/${id}/replay`, { replayed: true });
    const replay = async (service: string, eventId: string) =>
      admin.ask(
        { ...replayEvent, path: `/api/admin/services/${service}/dead-letters/${eventId}/replay` },
        await tokens.bearer(ADMINISTRATOR),
      );
    expect(await replay('sync', id)).toEqual({ status: 200, body: { replayed: true } });
    expect((await replay('simulator', id)).status).toBe(400);
    expect((await replay('sync', 'all')).status).toBe(400);
    expect(await admin.database.query('SELECT admin_id, action, subject FROM audit_entries')).toEqual([
      { admin_id: ADMINISTRATOR, action: 'dead-letter.replayed', subject: `sync:${id}` },
    ]);
  });
});

describe('the log panels', () => {
  const line = (second: number, service: string, msg: string) =>
    JSON.stringify({ level: 'info', time: `2026-06-30T12:00:0${second}.000Z`, service, msg });

  it('hold the lines of all services, newest first, errors apart, and name the ones that are silent', async () => {
    const silent = ['gateway', 'auth', 'connectors', 'admin'];
    services.answers.set('/internal/billing/logs', { error: [], out: [line(1, 'billing', 'one')] });
    services.answers.set('/internal/sync/logs', { error: [line(0, 'sync', 'broken')], out: [line(2, 'sync', 'two')] });
    const { error, out } = await ask<{ error: string; out: string }>(backendLogs);
    expect(out.split('\n')).toEqual([
      '2026-06-30T12:00:02.000Z sync info  two',
      '2026-06-30T12:00:01.000Z billing info  one',
    ]);
    const errors = error.split('\n');
    expect(errors).toHaveLength(silent.length + 1);
    for (const service of silent) expect(error).toContain(`${service} error  This service does not answer`);
    expect(errors).toContain('2026-06-30T12:00:00.000Z sync info  broken');
  });
});

describe('looking at people and logs', () => {
  it('leaves an entry each time, which a year later is gone [S131, S160]', async () => {
    await ask(listUsers);
    await ask(backendLogs);
    const entries = () => admin.database.query('SELECT admin_id, action, at FROM audit_entries ORDER BY action');
    const at = clock.now();
    expect(await entries()).toEqual([
      { admin_id: ADMINISTRATOR, action: 'logs.read', at },
      { admin_id: ADMINISTRATOR, action: 'users.read', at },
    ]);
    await admin.database.query(`UPDATE audit_entries SET at = at - interval '366 days' WHERE action = 'logs.read'`);
    await ask(listUsers);
    expect(await entries()).toMatchObject([{ action: 'users.read' }, { action: 'users.read' }]);
  });

  it('is refused to members without one [S131]', async () => {
    const member = await tokens.bearer(randomUUID());
    for (const route of [listUsers, backendLogs, visits, ipSummary, overview, serviceStatuses, platformGates]) {
      expect((await admin.ask(route)).status).toBe(401);
      expect((await admin.ask(route, member)).status).toBe(403);
    }
    expect(await admin.database.query('SELECT * FROM audit_entries')).toEqual([]);
  });
});

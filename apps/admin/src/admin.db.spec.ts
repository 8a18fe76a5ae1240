import {
  contact,
  COOKIE_POLICY_VERSION,
  type EventEnvelope,
  type EventName,
  type EventPayload,
  exportActivity,
  gitVersion,
  listUsers,
  serverStats,
  storeConsent,
} from '@segue/contracts';
import { createTestDatabase, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { type Admin, hearEvent, startAdmin } from './testing/start-admin.js';

const tokens = new TestTokens();
const clock = new TestClock();
const ADMINISTRATOR = randomUUID();
let admin: Admin;

beforeAll(async () => {
  const { urlOf } = await createTestDatabase();
  admin = await startAdmin(urlOf('admin'), clock, {
    findSigningKey: tokens.findSigningKey,
    administrator: ADMINISTRATOR,
  });
});
afterAll(() => admin.stop());
beforeEach(() => admin.database.query('TRUNCATE members, created_playlists, inbox'));

const hear = (event: EventEnvelope) => hearEvent(admin, event);

/** A fact, with the minute of the hour in which it became true. */
function fact<N extends EventName>(minute: number, name: N, payload: EventPayload<N>): EventEnvelope<N> {
  return { id: randomUUID(), name, occurredAt: at(minute), requestId: null, payload };
}
const at = (minute: number) => `2026-06-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
const users = async () => (await admin.ask(listUsers, await tokens.bearer(ADMINISTRATOR))).body as object[];

const person = (userId: string, more = {}) => ({
  userId,
  name: 'Mia',
  email: 'mia@segue.test',
  isAdmin: false,
  createdAt: at(0),
  ...more,
});
const lastPlaylistUpdate = {
  firstUpdatedAt: at(5),
  updatedAt: at(5),
  targetPlaylistName: 'Road trip',
  targetPlaylistId: 'p.1',
  targetPlatform: 'apple' as const,
};
const life = (userId: string): EventEnvelope[] => [
  fact(0, 'user.registered', person(userId)),
  fact(1, 'user.signed-in', { userId, at: at(1) }),
  fact(2, 'user.updated', person(userId, { name: 'Mia M', email: 'mia.m@segue.test' })),
  fact(3, 'subscription.changed', { userId, subscriptionStatus: 'active' }),
  fact(4, 'subscription.changed', { userId, subscriptionStatus: 'canceled' }),
  fact(5, 'allowance.claimed', { userId, lastPlaylistUpdate }),
  fact(6, 'playlist.created', { userId, platform: 'apple', playlistId: 'p.1', name: 'Road trip' }),
  fact(7, 'platform.connected', { userId, platform: 'apple' }),
  fact(8, 'playlist.updated', { userId, platform: 'apple', playlistId: 'p.1', tracksAdded: 1, tracksRemoved: 0 }),
];
const picture = (userId: string) => ({
  _id: userId,
  name: 'Mia M',
  email: 'mia.m@segue.test',
  isAdmin: false,
  createdAt: at(0),
  lastLogin: at(1),
  lastActive: at(8),
  subscriptionStatus: 'canceled',
  lastPlaylistUpdate,
  createdPlaylists: [{ id: 'p.1', name: 'Road trip', platform: 'apple' }],
});

describe('the list of members', () => {
  it('shows of each what the spec lists and nothing else [S126]', async () => {
    const userId = randomUUID();
    for (const event of life(userId)) await hear(event);
    expect(await users()).toEqual([picture(userId)]);
  });

  it('shows the newest first and the free plan to begin with', async () => {
    const [older, newer] = [randomUUID(), randomUUID()];
    await hear(fact(1, 'user.registered', person(newer, { createdAt: at(1) })));
    await hear(fact(0, 'user.registered', person(older)));
    expect(await users()).toMatchObject([
      { _id: newer, subscriptionStatus: 'none', lastLogin: null, createdPlaylists: [] },
      { _id: older },
    ]);
  });

  it('is the same when every fact is heard three times', async () => {
    const userId = randomUUID();
    const events = life(userId);
    for (const event of [...events, ...events]) await hear(event);
    await Promise.all(events.map(hear));
    expect(await users()).toEqual([picture(userId)]);
  });

  it('is the same in whatever order facts are heard', async () => {
    const userId = randomUUID();
    const events = life(userId);
    for (const shift of [1, 3, 5, 8]) {
      await admin.database.query('TRUNCATE members, created_playlists, inbox');
      for (const event of [...events.slice(shift), ...events.slice(0, shift)].reverse()) await hear(event);
      expect(await users()).toEqual([picture(userId)]);
    }
  });

  it('is the same when all facts are heard at once', async () => {
    const userId = randomUUID();
    await Promise.all(life(userId).map(hear));
    expect(await users()).toEqual([picture(userId)]);
  });

  it('does not show a member whose registration was not heard yet', async () => {
    const userId = randomUUID();
    await hear(fact(1, 'user.signed-in', { userId, at: at(1) }));
    expect(await users()).toEqual([]);
    await hear(fact(0, 'user.registered', person(userId)));
    expect(await users()).toMatchObject([{ _id: userId, lastLogin: at(1) }]);
  });

  it('never shows a member again who left, and keeps nothing but the id [S161]', async () => {
    const userId = randomUUID();
    const events = life(userId);
    for (const event of events.slice(0, 4)) await hear(event);
    await hear(fact(9, 'user.deleted', { userId }));
    for (const event of events.slice(4)) await hear(event);
    await hear(fact(2, 'user.updated', person(userId)));
    expect(await users()).toEqual([]);
    expect(await admin.database.query('SELECT * FROM created_playlists')).toEqual([]);
    const kept = await admin.database.query('SELECT * FROM members');
    expect(JSON.stringify(kept)).not.toMatch(/Mia|segue\.test|Road trip/);
  });
});

describe('what a member gets of it [S166]', () => {
  const own = async (userId: string) => (await admin.ask(exportActivity, await tokens.bearer(userId))).body;

  it('is what administrators see of them, and nobody else', async () => {
    const [userId, other] = [randomUUID(), randomUUID()];
    for (const event of [...life(userId), ...life(other)]) await hear(event);
    expect(await own(userId)).toEqual({ member: picture(userId), actions: [] });
    expect(await own(randomUUID())).toEqual({ member: null, actions: [] });
  });

  it('is what they did as an administrator, too', async () => {
    await admin.database.query('TRUNCATE audit_entries');
    await users();
    expect(await own(ADMINISTRATOR)).toEqual({
      member: null,
      actions: [{ action: 'users.read', at: clock.now().toISOString() }],
    });
    expect(await own(randomUUID())).toMatchObject({ actions: [] });
  });
});

describe('the dashboard', () => {
  const routes = [listUsers, gitVersion, serverStats];

  it('is for administrators only', async () => {
    for (const route of routes) {
      expect((await admin.ask(route)).status).toBe(401);
      expect((await admin.ask(route, await tokens.bearer(randomUUID()))).status).toBe(403);
      expect((await admin.ask(route, await tokens.bearer(ADMINISTRATOR))).status).toBe(200);
    }
  });

  it('says what is running and on what', async () => {
    const headers = await tokens.bearer(ADMINISTRATOR);
    expect((await admin.ask(gitVersion, headers)).body).toEqual({ commit: 'abc1234', branch: 'main' });
    const { loadAvg, memory } = (await admin.ask(serverStats, headers)).body as {
      loadAvg: number[];
      memory: { used: number; free: number; total: number };
    };
    expect(loadAvg).toHaveLength(3);
    expect(memory.used + memory.free).toBe(memory.total);
  });
});

describe('what visitors leave', () => {
  it('is their consent, as they gave it', async () => {
    const details = { analytics: true, marketing: false };
    expect((await admin.ask(storeConsent, {}, { summary: 'custom', details })).body).toEqual({ success: true });
    expect(await admin.database.query('SELECT * FROM consents')).toMatchObject([
      { summary: 'custom', analytics: true, marketing: false, given_at: clock.now() },
    ]);
    expect((await admin.ask(storeConsent, {}, { summary: 'perhaps', details })).status).toBe(400);
    expect((await admin.ask(storeConsent, {}, { summary: null, details })).status).toBe(200);
  });

  it('is where their choice came from, cut to a network, and which text they chose by [S169]', async () => {
    await admin.database.query('TRUNCATE consents');
    const details = { analytics: false, marketing: false };
    const from = (place: string) =>
      admin.ask(storeConsent, { 'x-forwarded-for': place }, { summary: 'declined', details });
    for (const place of ['203.0.113.7', '2001:db8:1:2::3']) await from(place);
    expect(await admin.database.query('SELECT network, policy_version FROM consents ORDER BY network')).toEqual([
      { network: '2001:db8:1::', policy_version: COOKIE_POLICY_VERSION },
      { network: '203.0.113.0', policy_version: COOKIE_POLICY_VERSION },
    ]);
  });

  it('is a choice sixty times in ten minutes at most [S170]', async () => {
    const body = { summary: 'declined', details: { analytics: false, marketing: false } };
    const ask = () => admin.ask(storeConsent, { 'x-forwarded-for': '198.51.100.9' }, body);
    const answers = await Promise.all(Array.from({ length: 61 }, ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('is a visit, counted once; where it came from is forgotten after 90 days, that there was one after 400 [S160]', async () => {
    const visit = (day: string) => ({
      path: '/pricing',
      ip: '203.0.113.0',
      userAgent: 'Reader/1',
      at: `${day}T12:00:00.000Z`,
    });
    const days = (table: string) =>
      admin.database.query(`SELECT to_char(day, 'YYYY-MM-DD') AS day, visits FROM ${table} ORDER BY day`);
    const first = fact(0, 'visit.recorded', visit('2026-06-01'));
    for (const event of [first, first, fact(1, 'visit.recorded', visit('2026-08-30'))]) await hear(event);
    const both = [
      { day: '2026-06-01', visits: 1 },
      { day: '2026-08-30', visits: 1 },
    ];
    expect(await days('daily_visitors')).toEqual(both);
    await hear(fact(2, 'visit.recorded', visit('2026-08-31')));
    expect(await days('daily_visitors')).toMatchObject([{ day: '2026-08-30' }, { day: '2026-08-31' }]);
    await hear(fact(3, 'visit.recorded', visit('2027-07-07')));
    expect(await days('daily_page_visits')).toMatchObject([
      { day: '2026-08-30' },
      { day: '2026-08-31' },
      { day: '2027-07-07' },
    ]);
  });

  it('is their message, word for word', async () => {
    const message = `<b>Hello</b>\n'); DROP TABLE members;--`;
    expect((await admin.ask(contact, {}, { name: 'Mia', email: 'Mia@Segue.test', message })).status).toBe(200);
    expect(await admin.database.query('SELECT name, email, message FROM contact_messages')).toEqual([
      { name: 'Mia', email: 'mia@segue.test', message },
    ]);
  });

  it.each([
    ['no message', { message: ' ' }],
    ['too long a message', { message: 'x'.repeat(5001) }],
    ['a header in the e-mail', { email: 'a@b.de\r\nBcc: x@y.de' }],
    ['a header in the name', { name: 'Mia\r\nBcc: x@y.de' }],
  ])('is refused with %s [S170]', async (_, more) => {
    const body = { name: 'Mia', email: 'mia@segue.test', message: 'Hello', ...more };
    expect((await admin.ask(contact, {}, body)).status).toBe(400);
  });
});

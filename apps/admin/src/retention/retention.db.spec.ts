import { CONTACT_LIFE_DAYS, PROOF_LIFE_DAYS } from '@segue/contracts';
import { createTestDatabase, TestClock } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { type Admin, startAdmin } from '../testing/start-admin.js';
import { Retention } from './retention.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const clock = new TestClock();
let admin: Admin;

beforeAll(async () => {
  admin = await startAdmin((await createTestDatabase()).urlOf('admin'), clock);
});
afterAll(() => admin.stop());

const ago = (ms: number) => new Date(clock.now().getTime() - ms);
const insert = (table: string, row: Record<string, unknown>) => {
  const places = Object.keys(row).map((_, place) => `$${place + 1}`);
  const sql = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`;
  return admin.database.query(sql, Object.values(row));
};
const agesIn = async (table: string, age: string): Promise<Date[]> =>
  (await admin.database.query(`SELECT ${age} AS age FROM ${table} ORDER BY 1`)).map((row: { age: Date }) => row.age);
const retain = () => admin.app.get(Retention).run();

const SENT = { name: 'Mia', email: 'mia@members.test', sender_network: '192.0.2.7' };
const message = (receivedMs: number) =>
  insert('contact_messages', { id: randomUUID(), ...SENT, message: 'Hello', received_at: ago(receivedMs) });
const withdrawal = (receivedMs: number) =>
  insert('withdrawals', { id: randomUUID(), ...SENT, received_at: ago(receivedMs) });
const choice = (givenMs: number) =>
  insert('consents', {
    id: randomUUID(),
    summary: 'declined',
    analytics: false,
    marketing: false,
    given_at: ago(givenMs),
  });
const visitors = (day: string) =>
  insert('daily_visitors', { day, ip: '192.0.2.0', browser: 'Firefox', device: 'desktop', path: '/', visits: 1 });

describe('what the privacy policy promises is done without anybody coming by', () => {
  it.each([
    ['a message', 'contact_messages', 'received_at', message, CONTACT_LIFE_DAYS],
    ['a withdrawal', 'withdrawals', 'received_at', withdrawal, PROOF_LIFE_DAYS],
    ['a choice about cookies', 'consents', 'given_at', choice, PROOF_LIFE_DAYS],
  ] as const)('%s goes when its time is over, and not before', async (_, table, age, add, days) => {
    await add(days * DAY_MS + 1000);
    await add(days * DAY_MS - 1000);
    await retain();
    expect(await agesIn(table, age)).toEqual([ago(days * DAY_MS - 1000)]);
  });

  it('forgets after an hour where a message came from', async () => {
    await message(HOUR_MS);
    await withdrawal(HOUR_MS);
    await message(HOUR_MS - 1000);
    await retain();
    const networks = await admin.database.query(
      `SELECT sender_network FROM contact_messages UNION ALL SELECT sender_network FROM withdrawals`,
    );
    expect(networks.filter((row: { sender_network: string | null }) => row.sender_network !== null)).toHaveLength(1);
  });

  it('forgets single visitors after 90 days', async () => {
    await visitors('2026-03-02');
    await visitors('2026-03-04');
    await retain();
    expect(await agesIn('daily_visitors', 'day::text')).toEqual(['2026-03-04']);
  });
});

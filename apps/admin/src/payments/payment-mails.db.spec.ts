import { createTestDatabase, TestClock } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { type Admin, hearEvent, startAdmin } from '../testing/start-admin.js';

const clock = new TestClock();
let admin: Admin;

beforeAll(async () => {
  admin = await startAdmin((await createTestDatabase()).urlOf('admin'), clock);
});
afterAll(() => admin.stop());

it('a payment that failed is mailed to the member, once however often it is heard', async () => {
  const event = {
    ...{ id: randomUUID(), name: 'payment.failed' as const, occurredAt: clock.now().toISOString(), requestId: null },
    payload: { userId: randomUUID(), email: 'mia@members.test' },
  };
  await hearEvent(admin, event);
  await hearEvent(admin, event);
  expect(await admin.database.query('SELECT count(*)::int AS mails FROM mail_outbox')).toEqual([{ mails: 1 }]);
});

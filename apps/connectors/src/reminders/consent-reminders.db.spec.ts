import { type EventEnvelope } from '@segue/contracts';
import { randomUUID } from 'node:crypto';
import { ConnectionRepository } from '../connections/connection.repository.js';
import { Listeners } from '../listeners.js';
import { ConnectorsStage } from '../testing/connectors-stage.js';
import { ConsentReminders } from './consent-reminders.js';

const DAY_MS = 24 * 60 * 60 * 1000;
let userId: string;
const EMAIL = 'mia@segue.test';
const s = ConnectorsStage.forFile();

beforeEach(async () => {
  userId = randomUUID();
  await hear('user.registered');
});

async function hear(name: 'user.registered' | 'user.updated', email = EMAIL, agoMs = 0): Promise<void> {
  const occurredAt = new Date(s.timing.now() - agoMs).toISOString();
  const payload = { userId, name: 'Mia', email, isAdmin: false, createdAt: occurredAt };
  const event = { id: randomUUID(), name, occurredAt, requestId: null, payload };
  const listeners = s.app.get(Listeners);
  if (name === 'user.registered') await listeners.noteMember(event as EventEnvelope<'user.registered'>);
  else await listeners.noteChange(event as EventEnvelope<'user.updated'>);
}

const forget = () =>
  s.app.get(Listeners).forgetMember({
    id: randomUUID(),
    name: 'user.deleted',
    occurredAt: new Date(s.timing.now()).toISOString(),
    requestId: null,
    payload: { userId },
  });

/** @param days until the consent ends. */
const connect = (days: number) => s.onSpotify({ userId, consentEndsAt: new Date(s.timing.now() + days * DAY_MS) });

/** Subjects that were written now. */
async function look(): Promise<string[]> {
  await s.app.get(ConsentReminders).run();
  const rows: { subject: string; recipient: string }[] = await s.database.query(
    'SELECT subject, recipient FROM mail_outbox ORDER BY sequence',
  );
  await s.database.query('DELETE FROM mail_outbox');
  return rows.map(({ subject, recipient }) => `${recipient}: ${subject.replace(/ on .*/, ' on a day')}`);
}

const ENDS = `${EMAIL}: Your Spotify connection ends on a day`;
const ENDED = `${EMAIL}: Your Spotify connection has ended`;

describe('a consent that ends', () => {
  it('is told of 30, 7 and 1 days before, and when it has ended: each once [S84]', async () => {
    await connect(180);
    const told: [number, string[]][] = [];
    for (const day of [0, 149.9, 150.1, 151, 172.9, 173.1, 178.9, 179.1, 179.9, 180.1, 181, 300]) {
      const before = told.at(-1)?.[0] ?? 0;
      s.timing.advance((day - before) * DAY_MS);
      told.push([day, await look()]);
    }
    expect(told.filter(([, mails]) => mails.length > 0)).toEqual([
      [150.1, [ENDS]],
      [173.1, [ENDS]],
      [179.1, [ENDS]],
      [180.1, [ENDED]],
    ]);
  });

  it('is told of by the most urgent mail alone when the others were missed', async () => {
    await connect(6);
    expect(await look()).toEqual([ENDS]);
    expect(await look()).toEqual([]);
  });

  it('is told of once by two replicas that look at the same time', async () => {
    await connect(5);
    await Promise.all([1, 2, 3].map(() => s.app.get(ConsentReminders).run()));
    expect(await look()).toEqual([ENDS]);
  });

  it('is told of when it was revoked, and again after another consent [S83]', async () => {
    await connect(180);
    const repository = s.app.get(ConnectionRepository);
    const revoke = async () => {
      const connection = await repository.find(userId, 'spotify');
      if (connection) await repository.requireReconnect(connection);
    };
    await revoke();
    expect(await look()).toEqual([ENDED]);
    expect(await look()).toEqual([]);
    s.timing.advance(1000);
    await connect(180);
    expect(await look()).toEqual([]);
    await revoke();
    expect(await look()).toEqual([ENDED]);
  });

  it('concerns nobody who has disconnected', async () => {
    await connect(5);
    await s.app.get(ConnectionRepository).disconnect(userId, 'spotify');
    expect(await look()).toEqual([]);
  });
});

describe('the address', () => {
  it('is the newest one, in whatever order it was told', async () => {
    await connect(5);
    await hear('user.updated', 'new@segue.test');
    await hear('user.updated', 'old@segue.test', 60_000);
    expect(await look()).toEqual([ENDS.replace(EMAIL, 'new@segue.test')]);
  });

  it('goes with the account and does not come back with a late fact', async () => {
    await connect(5);
    await forget();
    await hear('user.updated', EMAIL);
    expect(await s.database.query('SELECT email FROM member_addresses')).toEqual([{ email: null }]);
    for (const table of ['connections', 'consent_mails']) {
      expect(await s.database.query(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
    expect(await look()).toEqual([]);
  });
});

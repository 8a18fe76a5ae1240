import { createTestDatabase, MailCatcher, TestClock, until } from '@segue/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { PostgresListener } from '../database/postgres-listener.js';
import { createLogger } from '../logging/logger.js';
import { MailCipher } from './mail-cipher.js';
import { MailEntry } from './mail-entry.entity.js';
import { MailEnv } from './mail-env.js';
import { MailOutbox, mailChannelOf } from './mail-outbox.js';
import { MAIL_LEASE_MS, MailRelay, MOST_REFUSALS } from './mail-relay.js';
import { type MailTransport, SmtpTransport } from './smtp-transport.js';
import { Writable } from 'node:stream';

const MAIL = { to: 'mia@example.test', subject: 'A subject', text: 'First line\n\nhttps://segue.test/secret-link' };
const LONG_ENOUGH_MS = 60 * 60 * 1000;

let url: string;
let source: DataSource;
let catcher: MailCatcher;
let clock: TestClock;
let outbox: MailOutbox;
let log: string[];
const SECRET = 'a secret of at least thirty-two characters';
const cipher = new MailCipher(SECRET);
const stops: Array<() => Promise<unknown>> = [];

beforeAll(async () => {
  url = (await createTestDatabase()).urlOf('auth');
  source = await createDataSource({ schema: 'auth', url, entities: [], migrations: [], mail: true }).initialize();
  await migrate(source, 'auth');
});
afterAll(() => source.destroy());

beforeEach(async () => {
  await source.query('TRUNCATE mail_outbox');
  catcher = await MailCatcher.start();
  clock = new TestClock();
  outbox = new MailOutbox('auth', cipher, clock);
  log = [];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await catcher.goDown();
});

const logger = () =>
  createLogger('auth', 'debug', new Writable({ write: (line, _, done) => done(void log.push(String(line))) }));
const smtp = () => new SmtpTransport(MailEnv.parse({ SMTP_URL: catcher.url, MAIL_FROM: 'Segue <hello@segue.test>' }));

async function startRelay(transport: MailTransport = smtp(), reading = cipher): Promise<MailRelay> {
  const relay = new MailRelay(source, transport, reading, clock, logger());
  const listener = new PostgresListener(url, logger());
  stops.push(() => listener.close());
  await relay.start(listener, 'auth');
  return relay;
}

const send = (mail: Parameters<MailOutbox['send']>[1] = MAIL) => source.transaction((tx) => outbox.send(tx, mail));
const waiting = () => source.getRepository(MailEntry).find({ order: { sequence: 'ASC' } });
const wake = () => source.query('SELECT pg_notify($1, $2)', [mailChannelOf('auth'), '']);
const untilGone = () => until('no mail waits', async () => (await waiting()).length === 0);
const untilTried = (attempts: number) =>
  until(`${attempts} tries`, async () => (await waiting())[0]?.attempts === attempts && (await isPutBack()));
/** The lease has been replaced by a pause (or the mail is parked): the try is over. */
async function isPutBack(): Promise<boolean> {
  const [mail] = await waiting();
  return mail !== undefined && mail.nextAttemptAt.getTime() !== clock.now().getTime() + MAIL_LEASE_MS;
}

describe('a mail', () => {
  it('is delivered once, after the commit, as text from us to one person [S155]', async () => {
    const relay = await startRelay();
    stops.push(() => relay.close());
    await send({ ...MAIL, replyTo: 'sender@example.test' });
    const [mail] = await catcher.waitFor(1);
    await untilGone();
    await send({ ...MAIL, subject: 'The next one' });
    expect(await catcher.waitFor(2)).toHaveLength(2);
    expect(mail?.recipients).toEqual(['mia@example.test']);
    expect(mail?.email).toMatchObject({
      from: { name: 'Segue', address: 'hello@segue.test' },
      to: [{ address: 'mia@example.test' }],
      replyTo: [{ address: 'sender@example.test' }],
      subject: 'A subject',
      text: `${MAIL.text}\n`,
    });
    expect(mail?.email.html).toBeUndefined();
    expect(mail?.email.messageId).toMatch(/^<[0-9a-f-]{36}@segue\.test>$/);
  });

  it('is never delivered when its transaction is rolled back', async () => {
    const relay = await startRelay();
    stops.push(() => relay.close());
    const failed = source.transaction(async (tx) => {
      await outbox.send(tx, { ...MAIL, subject: 'Never' });
      throw new Error('changed our mind');
    });
    await expect(failed).rejects.toThrow('changed our mind');
    await send({ ...MAIL, subject: 'Sent' });
    await untilGone();
    expect(catcher.mails.map(({ email }) => email.subject)).toEqual(['Sent']);
  });

  it('cannot be read in the table while it waits', async () => {
    await send();
    const [row] = (await source.query('SELECT mail_outbox::text AS everything, text FROM mail_outbox')) as [
      { everything: string; text: Buffer },
    ];
    expect(row.everything).not.toContain('secret-link');
    expect(row.text.toString('latin1')).not.toContain('secret-link');
  });

  it('that waited while the secret was changed is delivered as long as the old one is known', async () => {
    await send();
    const relay = await startRelay(smtp(), new MailCipher('the secret that comes after the first', SECRET));
    stops.push(() => relay.close());
    const [mail] = await catcher.waitFor(1);
    expect(mail?.email.text).toContain('secret-link');
  });

  it('is delivered once by two relays at work', async () => {
    for (let n = 0; n < 20; n += 1) await send({ ...MAIL, subject: `Mail ${n}` });
    for (const relay of [await startRelay(), await startRelay()]) stops.push(() => relay.close());
    await untilGone();
    const subjects = catcher.mails.map(({ email }) => email.subject);
    expect(subjects.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `Mail ${n}`).sort());
  });

  it('waits while the mail server is away and is delivered once when it is back', async () => {
    await catcher.goDown();
    const relay = await startRelay();
    stops.push(() => relay.close());
    await send();
    await untilTried(1);
    expect(catcher.mails).toHaveLength(0);
    await catcher.goUp();
    clock.advance(LONG_ENOUGH_MS);
    await wake();
    await untilGone();
    expect(catcher.mails).toHaveLength(1);
  });

  it('pauses longer after each try', async () => {
    await catcher.goDown();
    const relay = await startRelay();
    stops.push(() => relay.close());
    await send();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await untilTried(attempt);
      const due = (await waiting())[0]?.nextAttemptAt.getTime() ?? 0;
      pauses.push(due - clock.now().getTime());
      clock.advance(due - clock.now().getTime());
      await wake();
    }
    expect(pauses).toEqual([5000, 10_000, 20_000, 40_000]);
  });

  it('that a dying process had taken is delivered by the next one', async () => {
    const dying: MailTransport = { send: () => new Promise(() => undefined) };
    await startRelay(dying);
    await send();
    await until('it is taken', async () => (await waiting())[0]?.attempts === 1);
    const relay = await startRelay();
    stops.push(() => relay.close());
    clock.advance(MAIL_LEASE_MS - 1);
    await send({ ...MAIL, subject: 'Another' });
    await catcher.waitFor(1);
    clock.advance(1);
    await wake();
    await untilGone();
    expect(catcher.mails.map(({ email }) => email.subject)).toEqual(['Another', 'A subject']);
  });

  it('that the server refuses for good stays parked, holds up no other and is logged without its address', async () => {
    catcher.refuseWith = 550;
    const relay = await startRelay();
    stops.push(() => relay.close());
    await send();
    for (let attempt = 1; attempt <= MOST_REFUSALS; attempt += 1) {
      await untilTried(attempt);
      clock.advance(LONG_ENOUGH_MS);
      await wake();
    }
    await until('it is parked', async () => (await waiting())[0]?.parkedAt !== null);
    catcher.refuseWith = undefined;
    await send({ ...MAIL, subject: 'Another' });
    await catcher.waitFor(1);
    await until('only the parked one waits', async () => (await waiting()).length === 1);
    expect(catcher.mails.map(({ email }) => email.subject)).toEqual(['Another']);
    expect(log.join('')).toContain('mail.parked');
    expect(log.join('')).not.toContain('example.test');
  });

  it.each([
    ['two recipients', { to: 'a@example.test,b@example.test' }],
    ['a named recipient', { to: 'Mia <mia@example.test>' }],
    ['a line break in the recipient', { to: 'mia@example.test\r\nBcc: v@example.test' }],
    ['a line break in the subject', { subject: 'Hello\r\nBcc: v@example.test' }],
    ['a line separator in the subject', { subject: 'Hello\u2028Bcc: v@example.test' }],
    ['a line break in Reply-To', { replyTo: 'mia@example.test\nBcc: v@example.test' }],
    ['a quoted local part', { replyTo: '"x@evil.test"@example.test' }],
  ])('with %s is refused [S150]', async (_, fault) => {
    await expect(send({ ...MAIL, ...fault })).rejects.toThrow();
    expect(await waiting()).toHaveLength(0);
  });
});

describe('the table of waiting mails', () => {
  it('can be undone and done again', async () => {
    await source.undoLastMigration();
    await migrate(source, 'auth');
    await send();
    expect(await waiting()).toHaveLength(1);
  });
});

describe('the settings', () => {
  const read = (fault: object) =>
    MailEnv.safeParse({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@b.test', ...fault }).success;

  it('take an SMTP address and one sender', () => {
    expect(read({})).toBe(true);
    expect(read({ SMTP_URL: 'http://127.0.0.1' })).toBe(false);
    expect(read({ MAIL_FROM: 'Segue <a@b.test>, Eve <e@v.test>' })).toBe(false);
    expect(read({ MAIL_FROM: 'Segue\r\nBcc: v@x.test <a@b.test>' })).toBe(false);
  });
});

import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Clock, createLogger, MailRelay, PostgresListener } from '@segue/service';
import { createTestDatabase, MailCatcher, TestClock, until } from '@segue/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { AdminEnv } from '../env.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: NestFastifyApplication;
let catcher: MailCatcher;
let clock: TestClock;
let log: string[];

beforeAll(async () => {
  catcher = await MailCatcher.start();
  clock = new TestClock();
  log = [];
  const logger = createLogger(
    'admin',
    'debug',
    new Writable({ write: (line, _, done) => done(void log.push(String(line))) }),
  );
  const env = AdminEnv.parse({
    NODE_ENV: 'test',
    DATABASE_URL: (await createTestDatabase()).urlOf('admin'),
    JWT_SERVICE_SECRET: randomBytes(32).toString('hex'),
    SMTP_URL: catcher.url,
    MAIL_FROM: 'Segue <no-reply@segue.test>',
    CONTACT_TO: 'operator@segue.test',
  });
  const module = await Test.createTestingModule({ imports: [AppModule.forRoot(env, logger)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  await app.get(MailRelay).start(app.get(PostgresListener), 'admin');
});
afterAll(async () => {
  await app.get(MailRelay).close();
  await app.get(PostgresListener).close();
  await app.get(DataSource).destroy();
  await app.close();
  await catcher.goDown();
});
beforeEach(async () => {
  await arrived();
  await query('TRUNCATE contact_messages');
  catcher.mails = [];
});

const query = (sql: string): Promise<Array<Record<string, unknown>>> => app.get(DataSource).query(sql);
const anAddress = () => `${randomUUID()}@example.test`;
const aPlace = () => `10.${[...randomBytes(3)].join('.')}`;

async function contact(body: object = {}, from = aPlace()) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/contact',
    headers: { 'x-forwarded-for': from },
    payload: { name: 'Mia', email: anAddress(), message: 'Hello', ...body },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
}

async function arrived() {
  await until('no mail waits', async () => (await query('SELECT 1 FROM mail_outbox')).length === 0);
  return catcher.mails;
}
/** Mails that wait for another try: not one that a relay is trying right now. */
const PUT_BACK = `SELECT 1 FROM mail_outbox WHERE next_attempt_at = written_at + interval '5 s'`;
const stored = () => query('SELECT name, email, message FROM contact_messages ORDER BY received_at');

describe('a contact message', () => {
  it('is stored and mailed to the operator alone, to be answered to its sender [S151]', async () => {
    const message = 'Hello <b>there</b>\r\nBcc: victim@example.test\n.\nBye';
    expect(await contact({ email: 'Mia@Example.test', message })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const [mail, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual(['operator@segue.test']);
    expect(mail?.email).toMatchObject({
      from: { name: 'Segue', address: 'no-reply@segue.test' },
      to: [{ address: 'operator@segue.test' }],
      replyTo: [{ address: 'mia@example.test' }],
    });
    expect(mail?.email.bcc).toBeUndefined();
    expect(mail?.email.html).toBeUndefined();
    expect(mail?.email.text).toContain('Hello <b>there</b>\nBcc: victim@example.test\n.\nBye');
    expect(await stored()).toEqual([{ name: 'Mia', email: 'mia@example.test', message }]);
  });

  it.each<[string, object]>([
    ['a line break in the name', { name: 'Mia\r\nBcc: v@example.test' }],
    ['a line separator in the name', { name: 'Mia\u2028Bcc: v@example.test' }],
    ['a line break in the address', { email: 'mia@example.test\r\nBcc: v@example.test' }],
    ['two addresses', { email: 'a@example.test,b@example.test' }],
    ['a quoted address', { email: '"x@evil.test"@example.test' }],
    ['a NUL in the message', { message: 'Hello\u0000' }],
    ['an empty message', { message: ' \n ' }],
    ['more than 5000 characters', { message: 'x'.repeat(5001) }],
  ])('with %s is refused, neither stored nor mailed [S150, S153]', async (_, fault) => {
    expect(await contact(fault)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await stored()).toEqual([]);
    expect(await arrived()).toEqual([]);
  });

  it('is taken while the mail server is away, and mailed once when it is back [S154]', async () => {
    await catcher.goDown();
    expect((await contact()).status).toBe(200);
    await until('a try has failed', async () => (await query(PUT_BACK)).length === 1);
    await catcher.goUp();
    clock.advance(HOUR_MS);
    await contact({ message: 'The next one' });
    expect(await arrived()).toHaveLength(2);
  });
});

describe('the caps', () => {
  it('let three an hour through from one network [S152]', async () => {
    const place = aPlace();
    for (let n = 0; n < 3; n += 1) {
      expect((await contact({}, place)).status).toBe(200);
      clock.advance(MINUTE_MS);
    }
    const refused = await contact({}, place);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers['retry-after']).toBe(String(57 * 60));
    expect((await contact()).status).toBe(200);
    clock.advance(57 * MINUTE_MS);
    expect((await contact({}, place)).status).toBe(200);
    expect(await arrived()).toHaveLength(5);
    expect(await stored()).toHaveLength(5);
  });

  it('let three a day through with one address, from anywhere [S152]', async () => {
    const email = anAddress();
    for (let n = 0; n < 3; n += 1) {
      expect((await contact({ email })).status).toBe(200);
      clock.advance(2 * HOUR_MS);
    }
    const refused = await contact({ email: email.toUpperCase() });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe(String(18 * 60 * 60));
    clock.advance(18 * HOUR_MS);
    expect((await contact({ email })).status).toBe(200);
  });

  it('hold for twenty at the same time', async () => {
    const place = aPlace();
    const email = anAddress();
    const fromOnePlace = await Promise.all(Array.from({ length: 20 }, () => contact({}, place)));
    const withOneAddress = await Promise.all(Array.from({ length: 20 }, () => contact({ email })));
    for (const answers of [fromOnePlace, withOneAddress]) {
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    }
    expect(await arrived()).toHaveLength(6);
  });

  it('stop mailing, not storing, when a flood comes from many places [S152]', async () => {
    await query(`
      INSERT INTO contact_messages (id, name, email, message, received_at)
      SELECT gen_random_uuid(), 'Bot', n || '@example.test', 'Buy', '${clock.now().toISOString()}'
      FROM generate_series(1, 300) n`);
    expect((await contact()).status).toBe(200);
    expect(await arrived()).toEqual([]);
    expect(await stored()).toHaveLength(301);
    expect(log.join('')).toContain('contact.flooded');
  });

  it('know where a message came from for an hour only', async () => {
    await contact();
    clock.advance(HOUR_MS);
    await contact();
    expect(await query('SELECT 1 FROM contact_messages WHERE sender_network IS NOT NULL')).toHaveLength(1);
  });
});

import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Clock, createLogger, MailRelay, PostgresListener } from '@segue/service';
import { createTestDatabase, MailCatcher, TestClock, until } from '@segue/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { AdminEnv } from '../env.js';

let app: NestFastifyApplication;
let catcher: MailCatcher;
let clock: TestClock;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  clock = new TestClock();
  const logger = createLogger('admin', 'debug', new Writable({ write: (_line, _encoding, done) => done() }));
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
  await query('TRUNCATE withdrawals');
  catcher.mails = [];
});

const query = (sql: string): Promise<Array<Record<string, unknown>>> => app.get(DataSource).query(sql);
const anAddress = () => `${randomUUID()}@example.test`;

async function withdraw(body: object = {}, from = `10.${[...randomBytes(3)].join('.')}`) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/withdrawal',
    headers: { 'x-forwarded-for': from },
    payload: { name: 'Mia O\u2019Hara-Smith Jr.', email: anAddress(), ...body },
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

async function arrived() {
  await until('no mail waits', async () => (await query('SELECT 1 FROM mail_outbox')).length === 0);
  return catcher.mails;
}

describe('a withdrawal', () => {
  it('is stored, mailed to the operator, and acknowledged with its content, date and time [S172]', async () => {
    const email = anAddress();
    expect(await withdraw({ email })).toEqual({
      status: 200,
      body: { success: true, receivedAt: clock.now().toISOString() },
    });
    expect(await query('SELECT name, email, received_at FROM withdrawals')).toEqual([
      { name: 'Mia O\u2019Hara-Smith Jr.', email, received_at: clock.now() },
    ]);
    const mails = await arrived();
    expect(mails.map(({ recipients }) => recipients).sort()).toEqual([[email], ['operator@segue.test']].sort());
    for (const { email: mail } of mails) {
      expect(mail.text).toContain('I hereby withdraw from my contract for Segue Premium.');
      expect(mail.text).toContain('Mia O\u2019Hara-Smith Jr.');
      expect(mail.text).toContain(email);
      expect(mail.text).toContain(clock.now().toISOString().slice(0, 10));
    }
  });

  it.each([
    ['an address of the web', 'Visit evil.test now'],
    ['a slash', 'evil/x'],
    ['a line break', 'Mia\r\nBcc: v@example.test'],
    ['nothing', ' '],
  ])('with %s in the name is refused: the receipt goes to whoever was typed', async (_, name) => {
    expect(await withdraw({ name })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await arrived()).toEqual([]);
  });

  it('is taken three times a day for one address, from anywhere', async () => {
    const email = anAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => withdraw({ email })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

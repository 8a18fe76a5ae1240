import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  Clock,
  createLogger,
  EndedSessions,
  EndedSessionsSource,
  followEndedSessions,
  MailRelay,
  PostgresListener,
} from '@segue/service';
import { createTestDatabase, type CaughtMail, MailCatcher, TestClock } from '@segue/testing';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { AuthEnv } from '../env.js';

export const APP_URL = 'https://segue.test';
const PRIVATE_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  token?: string;
  headers?: Record<string, string>;
}

/** One service for all tests of a file, on a database of its own, delivering its mail, with a clock that can be moved. */
export class TestAuth {
  readonly clock = new TestClock(new Date().toISOString());
  /** Everything that was logged. */
  readonly log: string[] = [];
  app: NestFastifyApplication;
  catcher: MailCatcher;

  static forFile(): TestAuth {
    const auth = new TestAuth();
    beforeAll(() => auth.start());
    afterAll(() => auth.stop());
    return auth;
  }

  async call(path: string, body?: object, { method, token, headers }: CallOptions = {}): Promise<Answer> {
    const answer = await this.app.inject({
      method: method ?? (body ? 'POST' : 'GET'),
      url: `/api/auth/${path}`,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
  }

  register(email: string, password: string): Promise<Answer> {
    return this.call('register', { name: 'Mia', email, password });
  }

  async signIn(email: string, password: string): Promise<string> {
    const { body } = await this.call('login', { email, password });
    if (typeof body['token'] !== 'string') throw new Error('The sign-in failed.');
    return body['token'];
  }

  /** What an address got so far. */
  mailsTo(address: string): CaughtMail[] {
    return this.catcher.mails.filter(({ recipients }) => recipients.includes(address));
  }

  query(sql: string, parameters: unknown[] = []): Promise<Array<Record<string, unknown>>> {
    return this.app.get(DataSource).query(sql, parameters);
  }

  private async start(): Promise<void> {
    this.catcher = await MailCatcher.start();
    const sink = new Writable({ write: (line, _, done) => done(void this.log.push(String(line))) });
    const logger = createLogger('auth', 'debug', sink);
    const env = AuthEnv.parse({
      NODE_ENV: 'test',
      APP_URL,
      DATABASE_URL: (await createTestDatabase()).urlOf('auth'),
      JWT_SERVICE_SECRET: randomBytes(32).toString('hex'),
      JWT_SIGNING_KEYS: JSON.stringify([{ ...PRIVATE_KEY, kid: 'test' }]),
      SMTP_URL: this.catcher.url,
      MAIL_FROM: 'Segue <no-reply@segue.test>',
    });
    const module = await Test.createTestingModule({ imports: [AppModule.forRoot(env, logger)] })
      .overrideProvider(Clock)
      .useValue(this.clock)
      .compile();
    const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
    this.app = app;
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const listener = app.get(PostgresListener);
    await followEndedSessions(app.get(EndedSessions), app.get(EndedSessionsSource), listener, logger);
    await app.get(MailRelay).start(listener, 'auth');
  }

  private async stop(): Promise<void> {
    await this.app.get(MailRelay).close();
    await this.app.get(PostgresListener).close();
    await this.app.get(DataSource).destroy();
    await this.app.close();
    await this.catcher.goDown();
  }
}

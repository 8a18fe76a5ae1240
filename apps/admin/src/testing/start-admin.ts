import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type Endpoint, type EventEnvelope, SERVICES } from '@segue/contracts';
import {
  EndedSessions,
  AdminStanding,
  Clock,
  createHttpAdapter,
  createLogger,
  FIND_SIGNING_KEY,
  type FindSigningKey,
} from '@segue/service';
import { TestTokens } from '@segue/testing';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { AdminEnv } from '../env.js';
import { Listeners } from '../listeners.js';

export interface Admin {
  app: NestFastifyApplication;
  database: DataSource;
  /** What was logged as a warning or worse. */
  log: string[];
  ask(
    endpoint: Pick<Endpoint, 'method' | 'path' | 'response'>,
    headers?: Record<string, string>,
    body?: object,
  ): Promise<{ status: number; body: unknown }>;
  stop(): Promise<void>;
}

interface AdminOptions {
  /** Of the tokens it takes; without it, it takes none. */
  findSigningKey?: FindSigningKey;
  /** Who is an administrator. */
  administrator?: string;
  /** Where all services answer that it asks; without it none does. */
  servicesUrl?: string;
  smtpUrl?: string;
}

const NOBODY_ANSWERS = '127.0.0.1:9';

/** Hands an event to the handler that listens to it. */
export async function hearEvent(admin: Admin, event: EventEnvelope): Promise<void> {
  const listeners = admin.app.get(Listeners);
  const prototype = Object.getPrototypeOf(listeners) as object;
  const handler = Object.values(Object.getOwnPropertyDescriptors(prototype)).find(({ value }) =>
    JSON.stringify(Reflect.getMetadata('microservices:pattern', value as object) ?? '').includes(`"${event.name}"`),
  );
  if (!handler) throw new Error(`Nobody hears ${event.name}.`);
  await (handler.value as (given: EventEnvelope) => Promise<void>).call(listeners, event);
}

/** The service on a database of its own, with a clock that tests move. */
export async function startAdmin(
  databaseUrl: string,
  clock: Clock,
  {
    findSigningKey = new TestTokens().findSigningKey,
    administrator,
    servicesUrl = `http://${NOBODY_ANSWERS}`,
    smtpUrl = `smtp://${NOBODY_ANSWERS}`,
  }: AdminOptions = {},
): Promise<Admin> {
  const log: string[] = [];
  const sink = new Writable({ write: (line, _encoding, done) => done(void log.push(String(line))) });
  const env = AdminEnv.parse({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    JWT_SERVICE_SECRET: 's'.repeat(32),
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Segue <no-reply@segue.test>',
    CONTACT_TO: 'operator@segue.test',
    GIT_COMMIT: 'abc1234',
    GIT_BRANCH: 'main',
    ...Object.fromEntries(['gateway', ...SERVICES].map((name) => [`${name.toUpperCase()}_URL`, servicesUrl])),
  });
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot(env, createLogger('admin', 'warn', sink))],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(FIND_SIGNING_KEY)
    .useValue(findSigningKey)
    .overrideProvider(AdminStanding)
    .useValue({ isAdmin: async (userId: string) => userId === administrator })
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(createHttpAdapter('admin'), { bodyParser: false });
  await app.init();
  app.get(EndedSessions).markLoaded();
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    database: app.get(DataSource),
    log,
    ask: async ({ method, path, response }, headers = {}, body) => {
      const answer = await app.inject({ method, url: path, headers, ...(body && { payload: body }) });
      if (answer.statusCode === 200) response.parse(answer.json());
      return { status: answer.statusCode, body: answer.json() };
    },
    stop: async () => {
      await app.get(DataSource).destroy();
      await app.close();
    },
  };
}

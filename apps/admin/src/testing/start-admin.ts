import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Endpoint } from '@segue/contracts';
import {
  EndedSessions,
  AdminStanding,
  Clock,
  createHttpAdapter,
  createLogger,
  FIND_SIGNING_KEY,
  type FindSigningKey,
} from '@segue/service';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { AdminEnv } from '../env.js';

export interface Admin {
  app: NestFastifyApplication;
  database: DataSource;
  ask(endpoint: Endpoint, headers?: Record<string, string>, body?: object): Promise<{ status: number; body: unknown }>;
  stop(): Promise<void>;
}

const silent = () => new Writable({ write: (_line, _encoding, done) => done() });

/** The service on a database of its own, with a clock that tests move. */
export async function startAdmin(
  databaseUrl: string,
  clock: Clock,
  findSigningKey: FindSigningKey,
  administrator: string,
): Promise<Admin> {
  const env = AdminEnv.parse({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    JWT_SERVICE_SECRET: 's'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Segue <no-reply@segue.test>',
    CONTACT_TO: 'operator@segue.test',
    GIT_COMMIT: 'abc1234',
    GIT_BRANCH: 'main',
  });
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot(env, createLogger('admin', 'error', silent()))],
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

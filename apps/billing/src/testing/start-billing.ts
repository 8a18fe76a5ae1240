import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type BodyInputOf, type Endpoint, pathOf, type ResponseOf } from '@segue/contracts';
import {
  EndedSessions,
  BaseEnv,
  Clock,
  createHttpAdapter,
  createLogger,
  FIND_SIGNING_KEY,
  type FindSigningKey,
  ServiceTokens,
} from '@segue/service';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';

const SERVICE_SECRET = 'a-secret-of-at-least-thirty-two-characters';

export interface Billing {
  app: NestFastifyApplication;
  database: DataSource;
  /** Asks as sync does, for a member. */
  ask<E extends Endpoint>(endpoint: E, userId: string, body: BodyInputOf<E>): Promise<ResponseOf<E>>;
  stop(): Promise<void>;
}

const silent = () => new Writable({ write: (_line, _encoding, done) => done() });

/** The service on a database of its own, with a clock that tests move. */
export async function startBilling(
  databaseUrl: string,
  clock: Clock,
  findSigningKey: FindSigningKey,
): Promise<Billing> {
  const env = BaseEnv.parse({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, JWT_SERVICE_SECRET: SERVICE_SECRET });
  const logger = createLogger('billing', 'error', silent());
  const module = await Test.createTestingModule({ imports: [AppModule.forRoot(env, logger)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(FIND_SIGNING_KEY)
    .useValue(findSigningKey)
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(createHttpAdapter('billing'), { bodyParser: false });
  await app.init();
  app.get(EndedSessions).markLoaded();
  await app.getHttpAdapter().getInstance().ready();
  const tokens = new ServiceTokens('sync', SERVICE_SECRET);
  return {
    app,
    database: app.get(DataSource),
    ask: async (endpoint, userId, body) => {
      const answer = await app.inject({
        method: endpoint.method,
        url: pathOf(endpoint),
        headers: { 'x-segue-service': await tokens.sign('billing', userId) },
        payload: body as object,
      });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
      return endpoint.response.parse(answer.json()) as never;
    },
    stop: async () => {
      await app.get(DataSource).destroy();
      await app.close();
    },
  };
}

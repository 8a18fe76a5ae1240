import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type BodyInputOf, type Endpoint, pathOf, type ResponseOf } from '@segue/contracts';
import {
  EndedSessions,
  Clock,
  createHttpAdapter,
  createLogger,
  FIND_SIGNING_KEY,
  type FindSigningKey,
  PostgresListener,
  ServiceTokens,
} from '@segue/service';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { BillingEnv } from '../env.js';

const SERVICE_SECRET = 'a-secret-of-at-least-thirty-two-characters';

/** For tests that do not come to pay: nobody listens there. */
const NO_STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_segue',
  STRIPE_WEBHOOK_SECRET: 'whsec_segue',
  STRIPE_PRICE_ID: 'price_segue',
  STRIPE_API_URL: 'http://127.0.0.1:9',
};

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
  { env: more = {}, fetch: fetchImpl }: { env?: Record<string, string>; fetch?: typeof fetch } = {},
): Promise<Billing> {
  const env = BillingEnv.parse({
    ...{ NODE_ENV: 'test', DATABASE_URL: databaseUrl, JWT_SERVICE_SECRET: SERVICE_SECRET, ...NO_STRIPE },
    ...more,
  });
  const logger = createLogger('billing', 'error', silent());
  const module = await Test.createTestingModule({ imports: [AppModule.forRoot(env, logger, fetchImpl)] })
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
      await app.close();
      await app.get(PostgresListener).close();
      await app.get(DataSource).destroy();
    },
  };
}

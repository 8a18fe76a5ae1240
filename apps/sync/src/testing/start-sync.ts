import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Endpoint } from '@segue/contracts';
import {
  EndedSessions,
  BaseEnv,
  Clock,
  createHttpAdapter,
  createLogger,
  FIND_SIGNING_KEY,
  type FindSigningKey,
  ServiceClient,
} from '@segue/service';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { COMPARISON_WORKER } from '../compare/comparison-workers.js';
import { FakeServices } from './fake-services.js';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface Sync {
  app: NestFastifyApplication;
  database: DataSource;
  services: FakeServices;
  /** Asks as a member's browser does. */
  ask(endpoint: Endpoint, headers: Record<string, string>, body: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

const silent = () => new Writable({ write: (_line, _encoding, done) => done() });

/**
 * The service on a database of its own, with a clock that tests move and the other services in memory.
 * @param services those of another replica on the same database.
 */
export async function startSync(
  databaseUrl: string,
  clock: Clock,
  findSigningKey: FindSigningKey,
  services = new FakeServices(),
): Promise<Sync> {
  const env = BaseEnv.parse({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, JWT_SERVICE_SECRET: 's'.repeat(32) });
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot(env, createLogger('sync', 'error', silent()))],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(FIND_SIGNING_KEY)
    .useValue(findSigningKey)
    // Threads run compiled code; the tests run after the build.
    .overrideProvider(COMPARISON_WORKER)
    .useValue(new URL('../../dist/compare/comparison-worker.js', import.meta.url))
    .overrideProvider(ServiceClient)
    .useValue(services)
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(createHttpAdapter('sync'), { bodyParser: false });
  await app.init();
  app.get(EndedSessions).markLoaded();
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    database: app.get(DataSource),
    services,
    ask: async (endpoint, headers, body) => {
      const { method, path } = endpoint;
      const answer = await app.inject({ method, url: path, headers, payload: body as object });
      if (answer.statusCode === 200) endpoint.response.parse(answer.json());
      return { status: answer.statusCode, body: answer.json() as Answer['body'] };
    },
    stop: async () => {
      await app.get(DataSource).destroy();
      await app.close();
    },
  };
}

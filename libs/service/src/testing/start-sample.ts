import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EndedSession } from '@segue/contracts';
import { freePort } from '@segue/testing';
import { Writable } from 'node:stream';
import { BaseEnv } from '../env.js';
import { EventCarrier } from '../events/carrier.js';
import { AdminStanding } from '../guard/access.guard.js';
import { FIND_SIGNING_KEY } from '../guard/access-token.strategy.js';
import { EndedSessionsSource } from '../guard/ended-sessions.js';
import { type FindSigningKey } from '../guard/signing-keys.js';
import { createLogger } from '../logging/logger.js';
import { ServiceModule } from '../service.module.js';
import { startService } from '../start.js';
import { SampleController, SampleListeners } from './sample-service.js';

export const SERVICE_SECRET = 'a-secret-of-at-least-thirty-two-characters';

export interface Sample {
  app: NestFastifyApplication;
  url: string;
  /** Everything that was logged, one JSON line each. */
  log: string[];
  stop(): Promise<void>;
}

export interface SampleOptions {
  databaseUrl: string;
  findSigningKey: FindSigningKey;
  /** The members who are administrators now. */
  administrators?: string[];
  /** What auth answers for the sessions that ended; tests may make it fail. */
  readEndedSessions?: () => Promise<EndedSession[]>;
  listens?: boolean;
  /** Instead of the database. */
  carrier?: EventCarrier;
}

export const logInto = (log: string[]): Writable =>
  new Writable({ write: (line, _encoding, done) => done(void log.push(String(line))) });

/** The service `billing`, with sample routes instead of its own, started the way every service is. */
export async function startSample({
  databaseUrl,
  findSigningKey,
  administrators = [],
  readEndedSessions = async () => [],
  listens = false,
  carrier,
}: SampleOptions): Promise<Sample> {
  const port = await freePort();
  const env = BaseEnv.parse({
    NODE_ENV: 'test',
    SERVICE_PORT: port,
    DATABASE_URL: databaseUrl,
    JWT_SERVICE_SECRET: SERVICE_SECRET,
  });
  const log: string[] = [];
  const logger = createLogger('billing', 'debug', logInto(log));
  @Module({
    imports: [
      ServiceModule.forRoot({
        name: 'billing',
        env,
        logger,
        database: { entities: [], migrations: [] },
        overrides: [
          { provide: FIND_SIGNING_KEY, useValue: findSigningKey },
          { provide: AdminStanding, useValue: { isAdmin: async (userId: string) => administrators.includes(userId) } },
          { provide: EndedSessionsSource, useValue: { read: readEndedSessions } },
          ...(carrier ? [{ provide: EventCarrier, useValue: carrier }] : []),
        ],
      }),
    ],
    controllers: [SampleController, SampleListeners],
  })
  class SampleModule {}
  const app = await startService({ name: 'billing', env, logger, module: SampleModule, listens });
  return { app, url: `http://127.0.0.1:${port}`, log, stop: () => app.close() };
}

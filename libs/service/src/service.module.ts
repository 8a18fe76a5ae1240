import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { adminStanding, endedSessions, type ServiceName } from '@segue/contracts';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { RateLimiters } from './cache/rate-limit.js';
import { SharedRedis } from './cache/redis.js';
import { ServiceClient } from './client/service-client.js';
import { Clock, SystemClock } from './clock.js';
import { createDataSource, type ServiceDatabase } from './database/data-source.js';
import { migrate } from './database/migrate.js';
import { PostgresListener } from './database/postgres-listener.js';
import type { BaseEnv } from './env.js';
import { serviceUrls } from './env.js';
import { createEventCarrier, EventCarrier } from './events/carrier.js';
import { EventQueue } from './events/event-queue.js';
import { Inbox } from './events/inbox.js';
import { InboxPruning } from './events/inbox-pruning.js';
import { Outbox } from './events/outbox.js';
import { AccessGuard, AdminStanding } from './guard/access.guard.js';
import { AccessTokenStrategy, FIND_SIGNING_KEY } from './guard/access-token.strategy.js';
import { EndedSessions, EndedSessionsSource } from './guard/ended-sessions.js';
import { ServiceTokens } from './guard/service-token.js';
import { remoteSigningKeys } from './guard/signing-keys.js';
import { DEPENDENCIES, type Dependency, HealthController } from './health/health.controller.js';
import { ContractInterceptor } from './http/contract.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
import { LOGGER, recentLinesOf } from './logging/logger.js';
import { RecentLines } from './logging/recent-lines.js';
import { MailCipher } from './mail/mail-cipher.js';
import type { MailEnv } from './mail/mail-env.js';
import { MailOutbox } from './mail/mail-outbox.js';
import { MailRelay } from './mail/mail-relay.js';
import { SmtpTransport } from './mail/smtp-transport.js';
import { operationsControllerOf } from './operations/operations.controller.js';
import { OperationsService } from './operations/operations.service.js';

/** The `SharedRedis`, or null where there is none. */
export const REDIS = Symbol('REDIS');

export interface ServiceModuleOptions {
  name: ServiceName;
  env: BaseEnv;
  logger: Logger;
  database: Omit<ServiceDatabase, 'schema' | 'url' | 'mail'>;
  /** Given by a service that sends mail: it gets a `MailOutbox` and the relay behind it. */
  mail?: MailEnv;
  /** What the service cannot work without besides its database. */
  dependencies?: Dependency[];
  /** Instead of the shared ones: auth answers some of these itself, tests bring their own. */
  overrides?: Provider[];
}

/** What every service is made of. */
@Global()
@Module({})
export class ServiceModule {
  static forRoot({
    name,
    env,
    logger,
    database,
    mail,
    dependencies = [],
    overrides = [],
  }: ServiceModuleOptions): DynamicModule {
    const providers: Provider[] = [
      { provide: LOGGER, useValue: logger },
      { provide: Clock, useClass: SystemClock },
      {
        provide: DataSource,
        useFactory: async () => {
          const options = { ...database, schema: name, url: env.DATABASE_URL, mail: mail !== undefined };
          const source = await createDataSource(options).initialize();
          await migrate(source, name);
          return source;
        },
      },
      { provide: PostgresListener, useFactory: () => new PostgresListener(env.DATABASE_URL, logger) },
      { provide: ServiceTokens, useFactory: () => new ServiceTokens(name, ...env.JWT_SERVICE_SECRET) },
      {
        provide: ServiceClient,
        inject: [ServiceTokens],
        useFactory: (tokens: ServiceTokens) => new ServiceClient(serviceUrls(env), tokens),
      },
      {
        provide: REDIS,
        useFactory: () => (env.REDIS_URL === undefined ? null : new SharedRedis(env.REDIS_URL, logger)),
      },
      { provide: RateLimiters, inject: [REDIS], useFactory: (redis: SharedRedis | null) => new RateLimiters(redis) },
      { provide: EventCarrier, useFactory: () => createEventCarrier(name, env, logger) },
      { provide: Outbox, inject: [Clock], useFactory: (clock: Clock) => new Outbox(name, clock) },
      {
        provide: Inbox,
        inject: [DataSource, Clock],
        useFactory: (source: DataSource, clock: Clock) => new Inbox(source, clock),
      },
      InboxPruning,
      {
        provide: EventQueue,
        inject: [EventCarrier, DataSource],
        useFactory: (carrier: EventCarrier, source: DataSource) => carrier.createQueue(source),
      },
      { provide: RecentLines, useFactory: () => recentLinesOf(logger) },
      OperationsService,
      {
        provide: EndedSessions,
        inject: [Clock],
        useFactory: (clock: Clock) => new EndedSessions(() => clock.now().getTime()),
      },
      { provide: FIND_SIGNING_KEY, useFactory: () => remoteSigningKeys(serviceUrls(env).auth) },
      {
        provide: AdminStanding,
        inject: [ServiceClient],
        useFactory: (client: ServiceClient): AdminStanding => ({
          isAdmin: async (userId) => (await client.call(adminStanding, { params: { userId } })).isAdmin,
        }),
      },
      {
        provide: EndedSessionsSource,
        inject: [ServiceClient],
        useFactory: (client: ServiceClient): EndedSessionsSource => ({
          read: async () => (await client.call(endedSessions, {})).sessions,
        }),
      },
      AccessTokenStrategy,
      {
        provide: DEPENDENCIES,
        inject: [DataSource, EndedSessions, EventCarrier, REDIS],
        useFactory: (
          source: DataSource,
          sessions: EndedSessions,
          carrier: EventCarrier,
          redis: SharedRedis | null,
        ): Dependency[] => [
          { name: 'database', check: () => source.query('SELECT 1') },
          { name: 'sessions', check: async () => assertLoaded(sessions) },
          ...carrier.dependencies,
          ...(redis
            ? [{ name: 'redis', optional: true as const, check: () => redis.ask((client) => client.ping()) }]
            : []),
          ...dependencies,
        ],
      },
      ...(mail ? mailProviders(name, env, mail, logger) : []),
      { provide: APP_GUARD, useClass: AccessGuard },
      { provide: APP_INTERCEPTOR, useClass: ContractInterceptor },
      { provide: APP_FILTER, useFactory: () => new ErrorFilter(logger) },
      ...overrides,
    ];
    return {
      module: ServiceModule,
      imports: [PassportModule],
      controllers: [HealthController, operationsControllerOf(name)],
      providers,
      exports: [
        LOGGER,
        Clock,
        DataSource,
        PostgresListener,
        ServiceTokens,
        ServiceClient,
        EventCarrier,
        REDIS,
        RateLimiters,
        Outbox,
        Inbox,
        EndedSessions,
        EndedSessionsSource,
        FIND_SIGNING_KEY,
        ...(mail ? [MailOutbox, MailRelay] : []),
      ],
    };
  }
}

function mailProviders(name: ServiceName, env: BaseEnv, mail: MailEnv, logger: Logger): Provider[] {
  const cipher = new MailCipher(...env.JWT_SERVICE_SECRET);
  return [
    { provide: MailOutbox, inject: [Clock], useFactory: (clock: Clock) => new MailOutbox(name, cipher, clock) },
    {
      provide: MailRelay,
      inject: [DataSource, Clock],
      useFactory: (source: DataSource, clock: Clock) =>
        new MailRelay(source, new SmtpTransport(mail), cipher, clock, logger),
    },
  ];
}

function assertLoaded(sessions: EndedSessions): void {
  if (!sessions.isLoaded) throw new Error('The sessions that ended are not known yet.');
}

import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { appUrlOf, REDIS, ServiceModule, type SharedRedis } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { APP_ADDRESS } from './app-address.js';
import { Connection } from './connections/connection.entity.js';
import { ConnectionRepository } from './connections/connection.repository.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { ConnectionsService } from './connections/connections.service.js';
import { Consents } from './connections/consents.js';
import { ConsentTransaction } from './connections/consent-transaction.entity.js';
import { MemberCalls } from './connections/member-calls.js';
import { MemberTokens } from './connections/member-tokens.js';
import type { ConnectorsEnv } from './env.js';
import { ExportController } from './export/export.controller.js';
import { ExportService } from './export/export.service.js';
import { InProcessBudget } from './governor/budget.js';
import { showGovernors } from './governor/metrics.js';
import { PostgresPauseStore } from './governor/pause-store.js';
import { RedisBudget } from './governor/redis-budget.js';
import { HTTP_CLIENT, type HttpClient } from './http/http-client.js';
import { undiciHttpClient } from './http/undici-http-client.js';
import { InternalController } from './internal.controller.js';
import { CachedLibrary } from './library/cached-library.entity.js';
import { LibraryCache } from './library/library-cache.js';
import { LibraryController } from './library/library.controller.js';
import { LibraryService } from './library/library.service.js';
import { Listeners } from './listeners.js';
import { CreateConnections1790000003000 } from './migrations/1790000003000-create-connections.js';
import { CreateConsentMails1790000003004 } from './migrations/1790000003004-create-consent-mails.js';
import { CreatePlatformPauses1790000003002 } from './migrations/1790000003002-create-platform-pauses.js';
import { CreateRememberedRecordings1790000003001 } from './migrations/1790000003001-create-remembered-recordings.js';
import { CreateRememberedSearches1790000003005 } from './migrations/1790000003005-create-remembered-searches.js';
import { IndexRememberedIsrcs1790000003003 } from './migrations/1790000003003-index-remembered-isrcs.js';
import { PlatformRegistry } from './platforms/platform-registry.js';
import type { Upstream } from './platforms/upstream.js';
import { MemoryPruning } from './recordings/memory-pruning.js';
import { RecordingMemory } from './recordings/recording-memory.js';
import { RecordingsService } from './recordings/recordings.service.js';
import { SearchMemory } from './recordings/search-memory.js';
import { RememberedRecording } from './recordings/remembered-recording.entity.js';
import { ConsentReminders } from './reminders/consent-reminders.js';
import { SystemTiming, Timing } from './timing.js';
import { Rewrap } from './tokens/rewrap.js';
import { TokenCipher } from './tokens/token-cipher.js';
import { TokenKeyRing } from './tokens/token-key-ring.js';
import { WritingService } from './writing/writing.service.js';

/** Its tables, and the steps that made them. */
export const CONNECTORS_DATABASE = {
  entities: [Connection, ConsentTransaction, CachedLibrary, RememberedRecording],
  migrations: [
    CreateConnections1790000003000,
    CreateRememberedRecordings1790000003001,
    CreatePlatformPauses1790000003002,
    IndexRememberedIsrcs1790000003003,
    CreateConsentMails1790000003004,
    CreateRememberedSearches1790000003005,
  ],
};

/** What tests put in place of the real things: of the shared module, and of this one. */
export interface Overrides {
  readonly shared?: Provider[];
  readonly own?: Provider[];
}

@Module({})
export class AppModule {
  static forRoot(env: ConnectorsEnv, logger: Logger, { shared = [], own = [] }: Overrides = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'connectors',
          env,
          logger,
          database: CONNECTORS_DATABASE,
          mail: env,
          overrides: shared,
        }),
      ],
      controllers: [ConnectionsController, ExportController, LibraryController, InternalController, Listeners],
      providers: [
        { provide: APP_ADDRESS, useValue: appUrlOf(env) },
        { provide: Timing, useClass: SystemTiming },
        { provide: TokenKeyRing, useValue: env.TOKEN_ENCRYPTION_KEYS },
        { provide: TokenCipher, useFactory: () => new TokenCipher(env.TOKEN_ENCRYPTION_KEYS) },
        { provide: HTTP_CLIENT, useFactory: () => undiciHttpClient() },
        {
          provide: PlatformRegistry,
          inject: [Timing, HTTP_CLIENT, DataSource, REDIS],
          useFactory: (timing: Timing, http: HttpClient, dataSource: DataSource, redis: SharedRedis | null) =>
            platformsOf({ env, logger, timing, http, dataSource, redis }),
        },
        ConnectionRepository,
        Consents,
        MemberTokens,
        MemberCalls,
        ConnectionsService,
        RecordingMemory,
        SearchMemory,
        MemoryPruning,
        ConsentReminders,
        RecordingsService,
        LibraryCache,
        LibraryService,
        ExportService,
        WritingService,
        Rewrap,
        ...own,
      ],
    };
  }
}

interface PlatformsParts {
  readonly env: ConnectorsEnv;
  readonly logger: Logger;
  readonly timing: Timing;
  readonly http: HttpClient;
  readonly dataSource: DataSource;
  readonly redis: SharedRedis | null;
}

function platformsOf({ env, logger, timing, http, dataSource, redis }: PlatformsParts): PlatformRegistry {
  const random = Math.random;
  const warn: Upstream['warn'] = (event, facts) => logger.warn({ event, ...facts }, event);
  const registry = new PlatformRegistry({
    env: { ...env, APP_URL: appUrlOf(env) },
    http,
    timing,
    random,
    warn,
    budgetOf: (name, rate) => {
      const pauses = new PostgresPauseStore(dataSource, name, warn);
      return redis
        ? new RedisBudget({ redis, name, rate, pauses, timing, random })
        : new InProcessBudget(rate, pauses, timing, random);
    },
  });
  showGovernors(() => registry.governorStates());
  return registry;
}

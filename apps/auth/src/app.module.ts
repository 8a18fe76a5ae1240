import { type DynamicModule, Module } from '@nestjs/common';
import {
  AdminStanding,
  AppError,
  Clock,
  EndedSessionsSource,
  FIND_SIGNING_KEY,
  type FindSigningKey,
  ServiceModule,
} from '@segue/service';
import { decodeProtectedHeader } from 'jose';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Account } from './accounts/account.entity.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsService } from './accounts/accounts.service.js';
import { DemoAccounts } from './accounts/demo-accounts.js';
import type { AuthEnv } from './env.js';
import { CreateAccounts1790000001000 } from './migrations/1790000001000-create-accounts.js';
import { readEndedSessions } from './sessions/read-ended-sessions.js';
import { Session } from './sessions/session.entity.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { TokenKeys } from './sessions/token-keys.js';

@Module({})
export class AppModule {
  static forRoot(env: AuthEnv, logger: Logger): DynamicModule {
    const keys = new TokenKeys(env.JWT_SIGNING_KEYS);
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'auth',
          env,
          logger,
          database: { entities: [Account, Session], migrations: [CreateAccounts1790000001000] },
          overrides: ownAnswers(keys),
        }),
      ],
      controllers: [AccountsController, SessionsController],
      providers: [
        { provide: TokenKeys, useValue: keys },
        SessionsService,
        AccountsService,
        ...(env.SEGUE_SIMULATOR === 'on'
          ? [
              {
                provide: DemoAccounts,
                inject: [AccountsService],
                useFactory: (accounts: AccountsService) => new DemoAccounts(accounts, env.SEGUE_DEMO_PASSWORD),
              },
            ]
          : []),
      ],
    };
  }
}

/** What the other services ask auth for, auth answers itself. */
const ownAnswers = (keys: TokenKeys) => [
  {
    provide: FIND_SIGNING_KEY,
    useValue: (async (token) => {
      const key = keys.find(headerOf(token).kid);
      if (!key) throw new AppError('unauthenticated');
      return key;
    }) satisfies FindSigningKey,
  },
  {
    provide: AdminStanding,
    inject: [DataSource],
    useFactory: (source: DataSource): AdminStanding => ({
      isAdmin: (userId) => source.getRepository(Account).existsBy({ id: userId, isAdmin: true }),
    }),
  },
  {
    provide: EndedSessionsSource,
    inject: [DataSource, Clock],
    useFactory: (source: DataSource, clock: Clock): EndedSessionsSource => ({
      read: () => readEndedSessions(source, clock.now()),
    }),
  },
];

function headerOf(token: string): { kid?: string | undefined } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return {};
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import {
  AdminStanding,
  AppError,
  appUrlOf,
  Clock,
  EndedSessionsSource,
  FIND_SIGNING_KEY,
  type FindSigningKey,
  MailOutbox,
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
import { ExportController } from './export/export.controller.js';
import { ExportService } from './export/export.service.js';
import { AccountMailer } from './mails/account-mailer.js';
import { RegistrationAttemptsService } from './mails/registration-attempts.service.js';
import { CreateAccounts1790000001000 } from './migrations/1790000001000-create-accounts.js';
import { CreatePasswordResets1790000001100 } from './migrations/1790000001100-create-password-resets.js';
import { AddTermsVersion1790000001200 } from './migrations/1790000001200-add-terms-version.js';
import { PasswordReset } from './password-resets/password-reset.entity.js';
import { PasswordResetsController } from './password-resets/password-resets.controller.js';
import { PasswordResetsService } from './password-resets/password-resets.service.js';
import { readEndedSessions } from './sessions/read-ended-sessions.js';
import { Session } from './sessions/session.entity.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { TokenKeys } from './sessions/token-keys.js';

export const AUTH_DATABASE = {
  entities: [Account, Session, PasswordReset],
  migrations: [CreateAccounts1790000001000, CreatePasswordResets1790000001100, AddTermsVersion1790000001200],
};

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
          mail: env,
          database: AUTH_DATABASE,
          overrides: ownAnswers(keys),
        }),
      ],
      controllers: [AccountsController, SessionsController, PasswordResetsController, ExportController],
      providers: [
        { provide: TokenKeys, useValue: keys },
        SessionsService,
        AccountsService,
        ExportService,
        PasswordResetsService,
        RegistrationAttemptsService,
        {
          provide: AccountMailer,
          inject: [MailOutbox],
          useFactory: (outbox: MailOutbox) => new AccountMailer(outbox, appUrlOf(env)),
        },
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

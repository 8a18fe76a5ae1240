import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '@segue/service';
import type { Logger } from 'pino';
import { AuditService } from './audit/audit.service.js';
import { ConsentsService } from './consents/consents.service.js';
import { ContactService } from './contact/contact.service.js';
import { DashboardController } from './dashboard.controller.js';
import { ADMIN_ENV, type AdminEnv } from './env.js';
import { Listeners } from './listeners.js';
import { CreatedPlaylist, Member } from './members/member.entity.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members/members.service.js';
import { CreateMembers1790000005000 } from './migrations/1790000005000-create-members.js';
import { LateFacts1790000005001 } from './migrations/1790000005001-late-facts.js';
import { LimitContactMessages1790000005100 } from './migrations/1790000005100-limit-contact-messages.js';
import { KeepVisits1790000005200 } from './migrations/1790000005200-keep-visits.js';
import { CountVisits1790000005300 } from './migrations/1790000005300-count-visits.js';
import { FindMembers1790000005400 } from './migrations/1790000005400-find-members.js';
import { ServicesService } from './operations/services.service.js';
import { Retention } from './retention/retention.js';
import { OverviewService } from './tracks/overview.service.js';
import { VisitorsController } from './visitors.controller.js';
import { Countries } from './visits/country.js';
import { VisitsService } from './visits/visits.service.js';
import { WithdrawalsService } from './withdrawals/withdrawals.service.js';

export const ADMIN_DATABASE = {
  entities: [Member, CreatedPlaylist],
  migrations: [
    CreateMembers1790000005000,
    LateFacts1790000005001,
    LimitContactMessages1790000005100,
    KeepVisits1790000005200,
    CountVisits1790000005300,
    FindMembers1790000005400,
  ],
};

@Module({})
export class AppModule {
  static forRoot(env: AdminEnv, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'admin',
          env,
          logger,
          mail: env,
          database: ADMIN_DATABASE,
        }),
      ],
      controllers: [DashboardController, MembersController, VisitorsController, Listeners],
      providers: [
        MembersService,
        ConsentsService,
        ContactService,
        WithdrawalsService,
        OverviewService,
        VisitsService,
        ServicesService,
        AuditService,
        Retention,
        { provide: Countries, useFactory: () => Countries.load() },
        { provide: ADMIN_ENV, useValue: env },
      ],
    };
  }
}

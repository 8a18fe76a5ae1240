import { Controller, Inject, Param, Query } from '@nestjs/common';
import {
  backendLogs,
  gitVersion,
  ipSummary,
  listUsers,
  overview,
  type ParamsOf,
  platformGates,
  type QueryOf,
  replayEvent,
  serverStats,
  serviceStatuses,
  visits,
} from '@segue/contracts';
import { type ActingUser, Clock, Route, User } from '@segue/service';
import { AuditService } from './audit/audit.service.js';
import { ADMIN_ENV, type AdminEnv } from './env.js';
import { MembersService } from './members/members.service.js';
import { ServicesService } from './operations/services.service.js';
import { readGitVersion } from './server/git-version.js';
import { readServerStats } from './server/server-stats.js';
import { OverviewService } from './tracks/overview.service.js';
import { VisitsService } from './visits/visits.service.js';

/** What administrators see. Looking at people and at logs leaves an entry in the audit. */
@Controller()
export class DashboardController {
  constructor(
    private readonly members: MembersService,
    private readonly counts: OverviewService,
    private readonly visitors: VisitsService,
    private readonly services: ServicesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    @Inject(ADMIN_ENV) private readonly env: AdminEnv,
  ) {}

  @Route(overview)
  overview() {
    return this.counts.read();
  }

  @Route(listUsers)
  async users(@Query() query: QueryOf<typeof listUsers>, @User() admin: ActingUser) {
    await this.audit.note(admin, 'users.read');
    return this.members.list(query);
  }

  @Route(visits)
  visits(@Query() { days }: QueryOf<typeof visits>) {
    return this.visitors.perDay(days);
  }

  @Route(ipSummary)
  ipSummary(@Query() { days }: QueryOf<typeof ipSummary>) {
    return this.visitors.perNetwork(days);
  }

  @Route(gitVersion)
  version() {
    return readGitVersion({ commit: this.env.GIT_COMMIT, branch: this.env.GIT_BRANCH });
  }

  @Route(serverStats)
  stats() {
    return readServerStats(this.clock.now());
  }

  @Route(backendLogs)
  async logs(@User() admin: ActingUser) {
    await this.audit.note(admin, 'logs.read');
    return this.services.logs();
  }

  @Route(serviceStatuses)
  statuses() {
    return this.services.statuses();
  }

  @Route(platformGates)
  gates() {
    return this.services.gates();
  }

  @Route(replayEvent)
  async replay(@Param() { service, id }: ParamsOf<typeof replayEvent>, @User() admin: ActingUser) {
    await this.audit.note(admin, 'dead-letter.replayed', `${service}:${id}`);
    return this.services.replay(service, id);
  }
}

import { Body, Controller, Inject } from '@nestjs/common';
import { type BodyOf, contact, gitVersion, listUsers, serverStats, storeConsent, withdraw } from '@segue/contracts';
import { ClientNetwork, Route } from '@segue/service';
import { ContactService } from './contact/contact.service.js';
import { ADMIN_ENV, type AdminEnv } from './env.js';
import { MembersService } from './members/members.service.js';
import { readGitVersion } from './server/git-version.js';
import { readServerStats } from './server/server-stats.js';
import { ConsentsService } from './consents/consents.service.js';
import { WithdrawalsService } from './withdrawals/withdrawals.service.js';

@Controller()
export class AdminController {
  constructor(
    private readonly members: MembersService,
    private readonly consents: ConsentsService,
    private readonly messages: ContactService,
    private readonly withdrawals: WithdrawalsService,
    @Inject(ADMIN_ENV) private readonly env: AdminEnv,
  ) {}

  @Route(listUsers)
  users() {
    return this.members.list();
  }

  @Route(gitVersion)
  version() {
    return readGitVersion({ commit: this.env.GIT_COMMIT, branch: this.env.GIT_BRANCH });
  }

  @Route(serverStats)
  stats() {
    return readServerStats();
  }

  @Route(storeConsent)
  consent(@Body() body: BodyOf<typeof storeConsent>, @ClientNetwork() network: string) {
    return this.consents.storeConsent(body, network);
  }

  @Route(contact)
  contact(@Body() body: BodyOf<typeof contact>, @ClientNetwork() network: string) {
    return this.messages.take(body, network);
  }

  @Route(withdraw)
  withdraw(@Body() body: BodyOf<typeof withdraw>, @ClientNetwork() network: string) {
    return this.withdrawals.take(body, network);
  }
}

import { Controller } from '@nestjs/common';
import { exportActivity, type ResponseOf } from '@segue/contracts';
import { type ActingUser, Route, User } from '@segue/service';
import { AuditService } from './audit/audit.service.js';
import { MembersService } from './members/members.service.js';

/** What members see of what is kept about them here. */
@Controller()
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly audit: AuditService,
  ) {}

  @Route(exportActivity)
  async exportActivity(@User() user: ActingUser): Promise<ResponseOf<typeof exportActivity>> {
    const [member, actions] = await Promise.all([this.members.find(user._id), this.audit.actionsOf(user)]);
    return { member, actions };
  }
}

import { Controller } from '@nestjs/common';
import { exportAccount } from '@segue/contracts';
import { Route, type SessionUser, User } from '@segue/service';
import { ExportService } from './export.service.js';

@Controller()
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Route(exportAccount)
  export(@User() user: SessionUser) {
    return this.exports.exportAccount(user);
  }
}

import { Controller } from '@nestjs/common';
import { exportConnections } from '@segue/contracts';
import { type ActingUser, Route, User } from '@segue/service';
import { ExportService } from './export.service.js';

@Controller()
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Route(exportConnections)
  export(@User() user: ActingUser) {
    return this.exports.exportConnections(user);
  }
}

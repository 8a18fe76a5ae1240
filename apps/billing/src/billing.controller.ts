import { Controller } from '@nestjs/common';
import { billingStatus, createCheckoutSession, customerPortal, exportBilling } from '@segue/contracts';
import { type ActingUser, Route, type SessionUser, User } from '@segue/service';
import { CheckoutService } from './checkout/checkout.service.js';
import { ExportService } from './export/export.service.js';
import { StatusService } from './status.service.js';

@Controller()
export class BillingController {
  constructor(
    private readonly statuses: StatusService,
    private readonly checkout: CheckoutService,
    private readonly exports: ExportService,
  ) {}

  @Route(billingStatus)
  status(@User() user: ActingUser) {
    return this.statuses.of(user);
  }

  @Route(createCheckoutSession)
  createCheckoutSession(@User() user: SessionUser) {
    return this.checkout.open(user);
  }

  @Route(customerPortal)
  customerPortal(@User() user: SessionUser) {
    return this.checkout.portal(user);
  }

  @Route(exportBilling)
  export(@User() user: ActingUser) {
    return this.exports.exportBilling(user);
  }
}

import { Body, Controller } from '@nestjs/common';
import { type BodyOf, contact, storeConsent, withdraw } from '@segue/contracts';
import { ClientNetwork, Route } from '@segue/service';
import { ContactService } from './contact/contact.service.js';
import { ConsentsService } from './consents/consents.service.js';
import { WithdrawalsService } from './withdrawals/withdrawals.service.js';

/** What visitors leave with the operator. */
@Controller()
export class VisitorsController {
  constructor(
    private readonly consents: ConsentsService,
    private readonly messages: ContactService,
    private readonly withdrawals: WithdrawalsService,
  ) {}

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

import { Body, Controller, Param } from '@nestjs/common';
import { type BodyOf, type ParamsOf, requestPasswordReset, resetPassword } from '@segue/contracts';
import { ClientNetwork, Route } from '@segue/service';
import { PasswordResetsService } from './password-resets.service.js';

@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Route(requestPasswordReset)
  request(@Body() body: BodyOf<typeof requestPasswordReset>) {
    return this.resets.request(body);
  }

  @Route(resetPassword)
  reset(
    @ClientNetwork() client: string,
    @Param() { token }: ParamsOf<typeof resetPassword>,
    @Body() body: BodyOf<typeof resetPassword>,
  ) {
    return this.resets.reset(client, token, body);
  }
}

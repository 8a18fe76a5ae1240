import { Body, Controller, Headers } from '@nestjs/common';
import { type BodyOf, stripeWebhook } from '@segue/contracts';
import { Route } from '@segue/service';
import { WebhookService } from './webhook.service.js';

@Controller()
export class WebhookController {
  constructor(private readonly webhook: WebhookService) {}

  @Route(stripeWebhook)
  async hear(@Body() body: BodyOf<typeof stripeWebhook>, @Headers('stripe-signature') signature?: string) {
    await this.webhook.hear(body, signature);
    return { received: true as const };
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '@segue/service';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { AllowanceController } from './allowance/allowance.controller.js';
import { AllowanceService } from './allowance/allowance.service.js';
import { AllowanceSlot } from './allowance/allowance-slot.entity.js';
import { BillingController } from './billing.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { Customer } from './customers/customer.entity.js';
import { CustomersService } from './customers/customers.service.js';
import { DemoPlans } from './demo/demo-plans.js';
import { BILLING_ENV, type BillingEnv } from './env.js';
import { ExportService } from './export/export.service.js';
import { Listeners } from './listeners.js';
import { CreateAllowanceSlots1790000002000 } from './migrations/1790000002000-create-allowance-slots.js';
import { CountClaims1790000002001 } from './migrations/1790000002001-count-claims.js';
import { CreateSubscriptions1790000002100 } from './migrations/1790000002100-create-subscriptions.js';
import { TellFailedInvoices1790000002200 } from './migrations/1790000002200-tell-failed-invoices.js';
import { StatusService } from './status.service.js';
import { Payments } from './stripe/payments.js';
import { createStripe } from './stripe/stripe-client.js';
import { DueCustomers } from './subscriptions/due-customers.js';
import { Subscription } from './subscriptions/subscription.entity.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { StripeEventEntry } from './webhook/stripe-event.entity.js';
import { StripeEventPruning } from './webhook/stripe-event-pruning.js';
import { WebhookController } from './webhook/webhook.controller.js';
import { WebhookService } from './webhook/webhook.service.js';

export const BILLING_DATABASE = {
  entities: [AllowanceSlot, Customer, Subscription, StripeEventEntry],
  migrations: [
    CreateAllowanceSlots1790000002000,
    CountClaims1790000002001,
    CreateSubscriptions1790000002100,
    TellFailedInvoices1790000002200,
  ],
};

@Module({})
export class AppModule {
  static forRoot(env: BillingEnv, logger: Logger, fetchImpl?: typeof fetch): DynamicModule {
    const simulatorUrl = env.SEGUE_SIMULATOR === 'on' ? env.SIMULATOR_URL : undefined;
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'billing',
          env,
          logger,
          database: BILLING_DATABASE,
        }),
      ],
      controllers: [AllowanceController, BillingController, WebhookController, Listeners],
      providers: [
        { provide: BILLING_ENV, useValue: env },
        { provide: Stripe, useFactory: () => createStripe(env, fetchImpl) },
        Payments,
        CustomersService,
        SubscriptionsService,
        DueCustomers,
        CheckoutService,
        WebhookService,
        StripeEventPruning,
        AllowanceService,
        StatusService,
        ExportService,
        {
          provide: DemoPlans,
          inject: [CheckoutService, CustomersService, SubscriptionsService],
          useFactory: (checkout: CheckoutService, customers: CustomersService, subscriptions: SubscriptionsService) =>
            new DemoPlans(checkout, customers, subscriptions, simulatorUrl),
        },
      ],
    };
  }
}

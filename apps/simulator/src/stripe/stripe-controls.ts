import { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, parse } from '../control/control-form.js';
import { type World } from '../world.js';
import { CARDS, type StripeAccount, type SubscriptionRow } from './account.js';
import { cancelAtPeriodEnd, cancelNow, payCheckout, renew, resume } from './billing.js';
import { cardOf } from './hosted-pages.js';
import { checkoutShape } from './checkout-shape.js';
import { customerShape, subscriptionShape } from './shapes.js';
import { WebhookMode } from './webhooks.js';

const ACTIONS = {
  renew: (account, row) => renew(account, row, 'paid'),
  'fail-payment': (account, row) => renew(account, row, 'failed'),
  'cancel-at-period-end': (account, row) => cancelAtPeriodEnd(account, row),
  resume: (account, row) => resume(account, row),
  'cancel-now': (account, row) => cancelNow(account, row),
} satisfies Record<string, (account: StripeAccount, row: SubscriptionRow) => void>;

const Action = z.enum(Object.keys(ACTIONS) as [keyof typeof ACTIONS, ...(keyof typeof ACTIONS)[]]);
const PayForm = z.strictObject({ card: z.enum(CARDS.map(({ number }) => number)).optional() }).default({});

/** `/control/stripe/...`: billing without the hosted pages, and webhooks that misbehave. */
export function stripeControls(scope: FastifyInstance, world: World): void {
  const account = world.stripe;

  scope.get('/stripe/customers', () =>
    [...account.customers.values()].map((row) => ({
      ...customerShape(row),
      deleted: row.deleted,
      subscriptions: account.subscriptionsOf(row.id).map(subscriptionShape),
    })),
  );

  scope.post('/stripe/pay/:session', (request) => {
    const { session } = parse(z.object({ session: z.string() }), request.params);
    const { card } = parse(PayForm, request.body);
    const checkout = account.checkouts.get(session);
    if (!checkout) throw new ControlError(404, `There is no checkout session ${session}.`);
    if (checkout.status !== 'open') throw new ControlError(400, `The checkout session is ${checkout.status}.`);
    if (!payCheckout(account, checkout, cardOf(card))) throw new ControlError(400, 'The card was declined.');
    world.onChange();
    return checkoutShape(account, checkout);
  });

  scope.post('/stripe/subscriptions/:id/:action', (request) => {
    const { id, action } = parse(z.object({ id: z.string(), action: Action }), request.params);
    const row = account.subscriptions.get(id);
    if (!row) throw new ControlError(404, `There is no subscription ${id}.`);
    if (row.status === 'canceled') throw new ControlError(400, 'The subscription is canceled.');
    ACTIONS[action](account, row);
    world.onChange();
    return subscriptionShape(row);
  });

  scope.get('/stripe/webhooks', () => world.webhooks.report());
  scope.post('/stripe/webhooks', (request) => {
    const { mode } = parse(z.strictObject({ mode: WebhookMode }), request.body);
    world.webhooks.setMode(mode);
    return world.webhooks.report();
  });
}

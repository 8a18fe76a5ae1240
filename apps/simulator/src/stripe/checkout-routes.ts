import { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type CheckoutRow, type StripeAccount } from './account.js';
import { expireCheckout } from './billing.js';
import { checkoutShape } from './checkout-shape.js';
import { encodedParams, type StripeContext, write } from './context.js';
import { findCustomer, idOf } from './customer-routes.js';
import { noSuch, stripeFailure } from './failures.js';
import { Count, Metadata, readForm } from './forms.js';
import { portalShape } from './shapes.js';

const DAY_SECONDS = 24 * 60 * 60;
const SHORTEST_SECONDS = 30 * 60;

const Address = z.url({ protocol: /^https?$/, message: 'not a valid URL' });
const CreateCheckout = z.strictObject({
  mode: z.literal('subscription', { message: 'only subscriptions are sold here' }),
  customer: z.string().optional(),
  customer_email: z.string().optional(),
  client_reference_id: z.string().max(200).optional(),
  line_items: z.array(z.strictObject({ price: z.string(), quantity: Count })).length(1),
  success_url: Address,
  cancel_url: Address.optional(),
  metadata: Metadata,
  subscription_data: z.strictObject({ metadata: Metadata }).default({ metadata: {} }),
  expires_at: z.coerce.number().int().optional(),
});
const CreatePortal = z.strictObject({ customer: z.string(), return_url: Address.optional() });

function findCheckout(account: StripeAccount, id: string): CheckoutRow {
  const found = account.checkouts.get(id);
  if (!found) throw noSuch('checkout.session', id, 'session');
  return found;
}

export function checkoutRoutes(scope: FastifyInstance, context: StripeContext): void {
  scope.post(
    '/checkout/sessions',
    write(context, (account, request) => {
      const params = readForm(CreateCheckout, encodedParams(request));
      const row = newCheckout(context, account, params);
      account.checkouts.set(row.id, row);
      return checkoutShape(account, row);
    }),
  );

  scope.get('/checkout/sessions/:id', (request) =>
    checkoutShape(context.world.stripe, findCheckout(context.world.stripe, idOf(request))),
  );

  scope.post(
    '/checkout/sessions/:id/expire',
    write(context, (account, request) => {
      const row = findCheckout(account, idOf(request));
      if (row.status !== 'open')
        throw stripeFailure(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      expireCheckout(account, row);
      return checkoutShape(account, row);
    }),
  );

  scope.post(
    '/billing_portal/sessions',
    write(context, (account, request) => {
      const { customer, return_url } = readForm(CreatePortal, encodedParams(request));
      findCustomer(account, customer, 'customer', 400);
      const row = { id: account.newId('bps'), customer, returnUrl: return_url ?? null, created: account.now() };
      account.portals.set(row.id, row);
      return portalShape(account, row);
    }),
  );
}

function newCheckout(
  { app }: StripeContext,
  account: StripeAccount,
  params: z.output<typeof CreateCheckout>,
): CheckoutRow {
  const [item] = params.line_items;
  if (item?.price !== app.priceId) throw noSuch('price', item?.price ?? '', 'line_items[0][price]', 400);
  if (params.customer !== undefined) findCustomer(account, params.customer, 'customer', 400);
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw stripeFailure(400, 'You may only specify one of these parameters: customer, customer_email.');
  const now = account.now();
  const expiresAt = params.expires_at ?? now + DAY_SECONDS;
  if (expiresAt < now + SHORTEST_SECONDS || expiresAt > now + DAY_SECONDS)
    throw stripeFailure(400, 'The expires_at timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    });
  return {
    id: account.newId('cs_test', 58),
    customer: params.customer ?? null,
    customerEmail: params.customer_email ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    metadata: params.metadata,
    subscriptionMetadata: params.subscription_data.metadata,
    price: item.price,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    status: 'open',
    subscription: null,
    invoice: null,
    created: now,
    expiresAt,
  };
}

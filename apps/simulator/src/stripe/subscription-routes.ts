import { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type StripeAccount, type SubscriptionRow } from './account.js';
import { cancelNow, setCancelFlag } from './billing.js';
import { encodedParams, type StripeContext, write } from './context.js';
import { idOf } from './customer-routes.js';
import { noSuch, stripeFailure } from './failures.js';
import { Count, Flag, readForm } from './forms.js';
import { priceShape, subscriptionShape } from './shapes.js';

const Page = z.strictObject({ limit: Count.max(100).default(10), starting_after: z.string().optional() });
const ListSubscriptions = Page.extend({ customer: z.string().optional(), status: z.string().optional() });
const UpdateSubscription = z.strictObject({ cancel_at_period_end: Flag.optional() });

function findSubscription(account: StripeAccount, id: string): SubscriptionRow {
  const found = account.subscriptions.get(id);
  if (!found) throw noSuch('subscription', id, 'id');
  return found;
}

function findLiveSubscription(account: StripeAccount, id: string): SubscriptionRow {
  const found = findSubscription(account, id);
  if (found.status === 'canceled')
    throw stripeFailure(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  return found;
}

export function subscriptionRoutes(scope: FastifyInstance, context: StripeContext): void {
  const account = context.world.stripe;

  scope.get('/subscriptions', (request) => {
    const { customer, status, ...page } = readForm(ListSubscriptions, encodedParams(request));
    const rows = [...account.subscriptions.values()].reverse().filter((row) => {
      if (customer !== undefined && row.customer !== customer) return false;
      return status === undefined ? row.status !== 'canceled' : status === 'all' || row.status === status;
    });
    return listOf(rows.map(subscriptionShape), '/v1/subscriptions', page);
  });

  scope.get('/subscriptions/:id', (request) => subscriptionShape(findSubscription(account, idOf(request))));

  scope.post(
    '/subscriptions/:id',
    write(context, (changing, request) => {
      const row = findLiveSubscription(changing, idOf(request));
      const { cancel_at_period_end } = readForm(UpdateSubscription, encodedParams(request));
      if (cancel_at_period_end !== undefined) setCancelFlag(changing, row, cancel_at_period_end);
      return subscriptionShape(row);
    }),
  );

  scope.delete(
    '/subscriptions/:id',
    write(context, (changing, request) => {
      const row = findSubscription(changing, idOf(request));
      if (row.status === 'canceled') throw noSuch('subscription', row.id, 'id');
      cancelNow(changing, row);
      return subscriptionShape(row);
    }),
  );

  scope.get('/prices', (request) =>
    listOf([priceShape(context.app.priceId)], '/v1/prices', readForm(Page, encodedParams(request))),
  );

  scope.get('/prices/:id', (request) => {
    if (idOf(request) !== context.app.priceId) throw noSuch('price', idOf(request), 'price');
    return priceShape(context.app.priceId);
  });
}

/** A page of a list. https://docs.stripe.com/api/pagination */
function listOf(
  all: Record<string, unknown>[],
  url: string,
  { limit, starting_after }: z.output<typeof Page>,
): Record<string, unknown> {
  const start = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1;
  const data = all.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < all.length, url };
}

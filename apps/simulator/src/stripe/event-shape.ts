import { type StripeAccount } from './account.js';

/** The version of Stripe's API everything here speaks. */
export const API_VERSION = '2026-10-28.endive';

/** What the webhook endpoint of the product is subscribed to. */
export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.deleted'
  | 'customer.subscription.updated'
  | 'invoice.paid'
  | 'invoice.payment_failed';

export type Shape = Record<string, unknown>;

export interface EventRow {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Shape; previous_attributes?: Shape };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
}

/** An event as of now. `before` makes it tell which attributes changed. */
export function makeEvent(account: StripeAccount, type: EventType, object: Shape, before?: Shape): EventRow {
  const changed = before && Object.entries(before).filter(([key, value]) => !isSame(value, object[key]));
  return {
    id: account.newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: account.now(),
    data: { object, ...(changed && { previous_attributes: Object.fromEntries(changed) }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

import {
  type Card,
  type CheckoutRow,
  type CustomerRow,
  type InvoiceRow,
  type StripeAccount,
  type SubscriptionRow,
} from './account.js';
import { checkoutShape } from './checkout-shape.js';
import { type EventRow, makeEvent } from './event-shape.js';
import { nextPeriodEnd } from './periods.js';
import { deletedCustomerShape, invoiceShape, subscriptionShape } from './shapes.js';

/** A subscription whose payment failed is retried this long, in seconds, then canceled. */
const PAYMENT_RETRY_SECONDS = 14 * 24 * 60 * 60;

/** Pays an open session: customer, subscription and invoice come to be. Answers null when the card is declined. */
export function payCheckout(account: StripeAccount, checkout: CheckoutRow, card: Card): SubscriptionRow | null {
  if (card.charges === 'declined') return null;
  const customer = customerOf(account, checkout);
  customer.card = card;
  const now = account.now();
  const row: SubscriptionRow = {
    id: account.newId('sub'),
    itemId: account.newId('si'),
    customer: customer.id,
    price: checkout.price,
    metadata: checkout.subscriptionMetadata,
    billingMode: account.settings.billingMode(),
    status: 'active',
    created: now,
    periodStart: now,
    periodEnd: nextPeriodEnd(now, now),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    endReason: null,
    latestInvoice: '',
  };
  account.subscriptions.set(row.id, row);
  const invoice = openInvoice(account, row, 'subscription_create');
  settleInvoice(account, invoice);
  Object.assign(checkout, {
    status: 'complete',
    customer: customer.id,
    subscription: row.id,
    invoice: invoice.id,
  } satisfies Partial<CheckoutRow>);
  account.onEvents([
    makeEvent(account, 'customer.subscription.created', subscriptionShape(row)),
    makeEvent(account, 'invoice.paid', invoiceShape(account, invoice)),
    makeEvent(account, 'checkout.session.completed', checkoutShape(account, checkout)),
  ]);
  return row;
}

/** A session without a customer makes one. */
function customerOf(account: StripeAccount, { customer, customerEmail }: CheckoutRow): CustomerRow {
  const known = account.customer(customer ?? '');
  if (known) return known;
  const made: CustomerRow = {
    ...{ id: account.newId('cus', 14), email: customerEmail, name: null, metadata: {} },
    ...{ created: account.now(), deleted: false, card: null },
  };
  account.customers.set(made.id, made);
  return made;
}

function openInvoice(account: StripeAccount, row: SubscriptionRow, reason: InvoiceRow['reason']): InvoiceRow {
  const invoice: InvoiceRow = {
    id: account.newId('in'),
    number: `SEGUE-${String(account.invoices.size + 1).padStart(4, '0')}`,
    ...{ customer: row.customer, subscription: row.id, status: 'open', reason, created: account.now() },
    ...{ paidAt: null, attempts: 0, periodStart: row.periodStart, periodEnd: row.periodEnd },
  };
  account.invoices.set(invoice.id, invoice);
  row.latestInvoice = invoice.id;
  return invoice;
}

function settleInvoice(account: StripeAccount, invoice: InvoiceRow): void {
  Object.assign(invoice, { status: 'paid', paidAt: account.now(), attempts: invoice.attempts + 1 });
}

/** Makes a change and the event that tells of it. */
function change(account: StripeAccount, row: SubscriptionRow, patch: Partial<SubscriptionRow>): EventRow {
  const before = subscriptionShape(row);
  Object.assign(row, patch);
  return makeEvent(account, 'customer.subscription.updated', subscriptionShape(row), before);
}

/**
 * Begins the next period, or, after a failed payment, pays for the one that has begun. `forced` decides about the
 * charge instead of the card.
 */
export function renew(account: StripeAccount, row: SubscriptionRow, forced?: 'paid' | 'failed'): void {
  const isBehind = row.status === 'past_due';
  const before = subscriptionShape(row);
  if (!isBehind) {
    const { periodEnd } = row;
    Object.assign(row, { periodStart: periodEnd, periodEnd: nextPeriodEnd(row.created, periodEnd) });
  }
  const invoice = isBehind
    ? (account.invoices.get(row.latestInvoice) ?? openInvoice(account, row, 'subscription_cycle'))
    : openInvoice(account, row, 'subscription_cycle');
  const isPaid = forced ? forced === 'paid' : account.customer(row.customer)?.card?.charges === 'accepted';
  if (isPaid) settleInvoice(account, invoice);
  else invoice.attempts += 1;
  row.status = isPaid ? 'active' : 'past_due';
  account.onEvents([
    makeEvent(account, 'customer.subscription.updated', subscriptionShape(row), before),
    makeEvent(account, isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoiceShape(account, invoice)),
  ]);
}

/**
 * The member cancels in the portal. Flexible billing mode, the default of new subscriptions, tells of it by `cancel_at`
 * alone, classic mode by the flag and `cancel_at`.
 */
export function cancelAtPeriodEnd(account: StripeAccount, row: SubscriptionRow): void {
  account.onEvents([
    change(account, row, {
      cancelAtPeriodEnd: row.billingMode === 'classic',
      cancelAt: row.periodEnd,
      canceledAt: account.now(),
      endReason: 'cancellation_requested',
    }),
  ]);
}

export function resume(account: StripeAccount, row: SubscriptionRow): void {
  const nothing = { cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null, endReason: null };
  account.onEvents([change(account, row, nothing)]);
}

/** Through the API the flag may come alone, without `cancel_at`. */
export function setCancelFlag(account: StripeAccount, row: SubscriptionRow, isSet: boolean): void {
  if (!isSet) return resume(account, row);
  const cancelAt = row.billingMode === 'classic' ? row.periodEnd : null;
  account.onEvents([
    change(account, row, {
      ...{ cancelAtPeriodEnd: true, cancelAt, canceledAt: account.now(), endReason: 'cancellation_requested' },
    }),
  ]);
}

export function cancelNow(
  account: StripeAccount,
  row: SubscriptionRow,
  { at = account.now(), reason = row.endReason ?? 'cancellation_requested' }: EndOfSubscription = {},
): void {
  account.onEvents([endSubscription(account, row, { at, reason })]);
}

interface EndOfSubscription {
  at?: number;
  reason?: SubscriptionRow['endReason'];
}

function endSubscription(account: StripeAccount, row: SubscriptionRow, { at, reason }: EndOfSubscription): EventRow {
  const endedAt = at ?? account.now();
  Object.assign(row, { status: 'canceled', endedAt, canceledAt: row.canceledAt ?? endedAt, endReason: reason });
  return makeEvent(account, 'customer.subscription.deleted', subscriptionShape(row));
}

/** Ends everything of the customer at once. */
export function deleteCustomer(account: StripeAccount, customer: CustomerRow): void {
  const live = account.subscriptionsOf(customer.id).filter(({ status }) => status !== 'canceled');
  const ended = live.map((row) => endSubscription(account, row, { reason: 'cancellation_requested' }));
  for (const checkout of account.checkouts.values()) {
    if (checkout.customer === customer.id && checkout.status === 'open') checkout.status = 'expired';
  }
  customer.deleted = true;
  account.onEvents([...ended, makeEvent(account, 'customer.deleted', deletedCustomerShape(customer.id))]);
}

export function expireCheckout(account: StripeAccount, checkout: CheckoutRow): void {
  checkout.status = 'expired';
  account.onEvents([makeEvent(account, 'checkout.session.expired', checkoutShape(account, checkout))]);
}

/** Everything that has become due since it was last asked. */
export function catchUp(account: StripeAccount): boolean {
  const now = account.now();
  let changed = false;
  for (const checkout of account.checkouts.values()) {
    if (checkout.status !== 'open' || checkout.expiresAt > now) continue;
    expireCheckout(account, checkout);
    changed = true;
  }
  for (const row of account.subscriptions.values()) while (catchUpSubscription(account, row, now)) changed = true;
  return changed;
}

/** One step of it; false when nothing is due. */
function catchUpSubscription(account: StripeAccount, row: SubscriptionRow, now: number): boolean {
  const endsAt = row.cancelAt ?? (row.cancelAtPeriodEnd ? row.periodEnd : null);
  if (row.status === 'canceled') return false;
  if (endsAt !== null && endsAt <= now) {
    cancelNow(account, row, { at: endsAt });
    return true;
  }
  const givesUpAt = row.periodStart + PAYMENT_RETRY_SECONDS;
  if (row.status === 'past_due') {
    if (givesUpAt > now) return false;
    cancelNow(account, row, { at: givesUpAt, reason: 'payment_failed' });
    return true;
  }
  if (row.periodEnd > now) return false;
  renew(account, row);
  return true;
}

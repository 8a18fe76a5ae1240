import { CURRENCY, PREMIUM_PRICE_CENTS } from '@segue/contracts';
import {
  type CustomerRow,
  type InvoiceRow,
  type PortalRow,
  type StripeAccount,
  type SubscriptionRow,
} from './account.js';
import { type Shape } from './event-shape.js';

// Objects as Stripe's API answers them, complete: what the product does not use is there and null, so that nothing
// can be built on a field's absence. The contract tests hold each to the shapes of Stripe's own library.

export const CURRENCY_CODE = CURRENCY.toLowerCase();
const PRODUCT_ID = 'prod_segue_premium';
/** Any time before the first customer. */
const PRICE_CREATED = 1_767_225_600;

export const priceShape = (id: string): Shape => ({
  ...{ id, object: 'price', active: true, billing_scheme: 'per_unit', created: PRICE_CREATED, currency: CURRENCY_CODE },
  ...{ custom_unit_amount: null, livemode: false, lookup_key: null, metadata: {}, nickname: 'Premium' },
  product: PRODUCT_ID,
  recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  ...{ tax_behavior: 'inclusive', tiers_mode: null, transform_quantity: null, type: 'recurring' },
  ...{ unit_amount: PREMIUM_PRICE_CENTS, unit_amount_decimal: String(PREMIUM_PRICE_CENTS) },
});

const planShape = (id: string): Shape => ({
  ...{ id, object: 'plan', active: true, amount: PREMIUM_PRICE_CENTS, amount_decimal: String(PREMIUM_PRICE_CENTS) },
  ...{ billing_scheme: 'per_unit', created: PRICE_CREATED, currency: CURRENCY_CODE, interval: 'month' },
  ...{ interval_count: 1, livemode: false, metadata: {}, meter: null, nickname: 'Premium', product: PRODUCT_ID },
  ...{ tiers_mode: null, transform_usage: null, trial_period_days: null, usage_type: 'licensed' },
});

export const customerShape = ({ id, created, email, name, metadata }: CustomerRow): Shape => ({
  ...{ id, object: 'customer', address: null, balance: 0, created, currency: CURRENCY_CODE, default_source: null },
  ...{ delinquent: false, description: null, discount: null, email, invoice_prefix: id.slice(-8).toUpperCase() },
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  ...{ livemode: false, metadata, name, next_invoice_sequence: 1, phone: null, preferred_locales: [], shipping: null },
  ...{ tax_exempt: 'none', test_clock: null },
});

export const deletedCustomerShape = (id: string): Shape => ({ id, object: 'customer', deleted: true });

export const portalShape = (account: StripeAccount, { id, created, customer, returnUrl }: PortalRow): Shape => ({
  ...{ id, object: 'billing_portal.session', configuration: 'bpc_segue', created, customer, customer_account: null },
  ...{ flow: null, livemode: false, locale: null, on_behalf_of: null, return_url: returnUrl },
  url: `${account.settings.baseUrl}/stripe/portal/${id}`,
});

const NO_TAX = { disabled_reason: null, enabled: false, liability: null };

export function subscriptionShape(row: SubscriptionRow): Shape {
  const { id, created, periodStart, periodEnd } = row;
  const item = {
    ...{ id: row.itemId, object: 'subscription_item', billing_thresholds: null, created, current_trial: null },
    ...{ current_period_start: periodStart, current_period_end: periodEnd, discounts: [], metadata: {} },
    ...{ plan: planShape(row.price), price: priceShape(row.price), quantity: 1, subscription: id, tax_rates: [] },
  };
  return {
    ...{ id, object: 'subscription', application: null, application_fee_percent: null, automatic_tax: NO_TAX },
    ...{ billing_cycle_anchor: created, billing_cycle_anchor_config: null, billing_schedules: [] },
    billing_mode: {
      flexible: row.billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: row.billingMode,
    },
    ...{ billing_thresholds: null, cancel_at: row.cancelAt, cancel_at_period_end: row.cancelAtPeriodEnd },
    canceled_at: row.canceledAt,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: row.endReason },
    ...{ collection_method: 'charge_automatically', created, currency: CURRENCY_CODE, customer: row.customer },
    ...{ customer_account: null, days_until_due: null, default_payment_method: null, default_source: null },
    ...{ default_tax_rates: [], description: null, discounts: [], ended_at: row.endedAt },
    invoice_settings: {
      ...{ account_tax_ids: null, custom_fields: null, description: null, footer: null },
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    ...{ latest_invoice: row.latestInvoice, livemode: false, managed_payments: null, metadata: row.metadata },
    ...{ next_pending_invoice_item_invoice: null, on_behalf_of: null, pause_collection: null },
    payment_settings: {
      ...{ payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    },
    ...{ pending_invoice_item_interval: null, pending_setup_intent: null, pending_update: null, schedule: null },
    ...{ start_date: created, status: row.status, test_clock: null, transfer_data: null, trial_end: null },
    ...{ trial_settings: null, trial_start: null },
  };
}

export function invoiceShape(account: StripeAccount, row: InvoiceRow): Shape {
  const { id, created, status, paidAt } = row;
  const customer = account.customers.get(row.customer);
  const [amount, isPaid] = [PREMIUM_PRICE_CENTS, status === 'paid'];
  const metadata = account.subscriptions.get(row.subscription)?.metadata ?? {};
  return {
    ...{ id, object: 'invoice', account_country: 'DE', account_name: 'Segue', account_tax_ids: null },
    ...{ amount_due: amount, amount_overpaid: 0, amount_paid: isPaid ? amount : 0, amount_shipping: 0 },
    ...{ amount_remaining: isPaid ? 0 : amount, application: null, attempt_count: row.attempts },
    ...{ attempted: row.attempts > 0, automatic_tax: { ...NO_TAX, provider: null, status: null } },
    ...{ automatically_finalizes_at: null, billing_reason: row.reason, collection_method: 'charge_automatically' },
    ...{ created, currency: CURRENCY_CODE, custom_fields: null, customer: row.customer, customer_account: null },
    ...{ customer_address: null, customer_email: customer?.email ?? null, customer_name: customer?.name ?? null },
    ...{ customer_phone: null, customer_shipping: null, customer_tax_exempt: 'none', customer_tax_ids: [] },
    ...{ default_payment_method: null, default_source: null, default_tax_rates: [], description: null },
    ...{ discounts: [], due_date: null, effective_at: created, ending_balance: 0, footer: null },
    ...{ from_invoice: null, issuer: { type: 'self' }, last_finalization_error: null, latest_revision: null },
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    ...{ livemode: false, metadata: {}, next_payment_attempt: null, number: row.number, on_behalf_of: null },
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: row.subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    ...{ period_start: row.periodStart, period_end: row.periodEnd, post_payment_credit_notes_amount: 0 },
    ...{ pre_payment_credit_notes_amount: 0, receipt_number: null, rendering: null, shipping_cost: null },
    ...{ shipping_details: null, starting_balance: 0, statement_descriptor: null, status },
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: paidAt, voided_at: null },
    ...{ subtotal: amount, subtotal_excluding_tax: amount, test_clock: null, total: amount },
    ...{ total_discount_amounts: [], total_excluding_tax: amount, total_pretax_credit_amounts: [], total_taxes: [] },
    webhooks_delivered_at: null,
  };
}

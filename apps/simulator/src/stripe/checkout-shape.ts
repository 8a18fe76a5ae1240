import { PREMIUM_PRICE_CENTS } from '@segue/contracts';
import { type CheckoutRow, type StripeAccount } from './account.js';
import { type Shape } from './event-shape.js';
import { CURRENCY_CODE } from './shapes.js';

const NO_TEXT = { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null };

/** A Checkout Session; `url` is there only while it can be paid. */
export function checkoutShape(account: StripeAccount, row: CheckoutRow): Shape {
  const { id, created, status } = row;
  const email = account.customers.get(row.customer ?? '')?.email ?? row.customerEmail;
  const [amount, isOpen] = [PREMIUM_PRICE_CENTS, status === 'open'];
  return {
    ...{ id, object: 'checkout.session', adaptive_pricing: { enabled: false }, after_expiration: null },
    ...{ allow_promotion_codes: null, allowed_payment_method_types: null, amount_subtotal: amount },
    ...{ amount_total: amount, automatic_tax: { enabled: false, liability: null, provider: null, status: null } },
    ...{ billing_address_collection: null, cancel_url: row.cancelUrl, client_reference_id: row.clientReferenceId },
    ...{ client_secret: null, collected_information: null, consent: null, consent_collection: null, created },
    ...{ currency: CURRENCY_CODE, currency_conversion: null, custom_fields: [], custom_text: NO_TEXT },
    ...{ customer: row.customer, customer_account: null, customer_creation: row.customer ? null : 'always' },
    customer_details: {
      ...{ address: null, business_name: null, email, individual_name: null, name: null, phone: null },
      ...{ tax_exempt: 'none', tax_ids: null },
    },
    ...{ customer_email: row.customerEmail, discounts: [], expires_at: row.expiresAt, integration_identifier: null },
    ...{ invoice: row.invoice, invoice_creation: null, livemode: false, locale: null, managed_payments: null },
    ...{ metadata: row.metadata, mode: 'subscription', origin_context: null, payment_intent: null },
    ...{ payment_link: null, payment_method_collection: 'always', payment_method_configuration_details: null },
    ...{ payment_method_options: null, payment_method_types: ['card'] },
    payment_status: status === 'complete' ? 'paid' : 'unpaid',
    ...{ permissions: null, phone_number_collection: { enabled: false }, recovered_from: null },
    ...{ saved_payment_method_options: null, setup_intent: null, shipping_address_collection: null },
    ...{ shipping_cost: null, shipping_options: [], status, submit_type: null, subscription: row.subscription },
    ...{ success_url: row.successUrl, total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } },
    ...{
      ui_mode: 'hosted_page',
      url: isOpen ? `${account.settings.baseUrl}/stripe/pay/${id}` : null,
      wallet_options: null,
    },
  };
}

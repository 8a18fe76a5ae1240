import { CURRENCY, PREMIUM_PRICE_CENTS } from '@segue/contracts';
import { type FastifyInstance, type FastifyReply } from 'fastify';
import { escapeHtml, page } from '../pages/html.js';
import {
  CARDS,
  type Card,
  type CheckoutRow,
  type PortalRow,
  type StripeAccount,
  type SubscriptionRow,
} from './account.js';
import { cancelAtPeriodEnd, payCheckout, resume } from './billing.js';
import { type StripeContext } from './context.js';

type Params = { Params: { id: string }; Body: URLSearchParams | undefined };

const PRICE = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY }).format(
  PREMIUM_PRICE_CENTS / 100,
);
const SIMULATED = '<p><small>This page stands in for Stripe on this machine. No money is moved.</small></p>';

/** Stripe's own pages: pay a Checkout Session, and the Billing Portal. Plain forms, no script. */
export function hostedPages(app: FastifyInstance, context: StripeContext): void {
  const { world } = context;
  const account = world.stripe;
  const html = (reply: FastifyReply, status: number, body: string) =>
    reply
      .code(status)
      .type('text/html')
      .send(page('Stripe (simulated)', body, 'stripe'));
  const gone = (reply: FastifyReply) =>
    html(reply, 404, '<main class="card"><h1>This link is not valid</h1><p>Please start again.</p></main>');

  app.get<Params>('/stripe/pay/:id', (request, reply) => {
    const checkout = account.checkouts.get(request.params.id);
    return checkout ? html(reply, 200, payPage(account, checkout)) : gone(reply);
  });

  app.post<Params>('/stripe/pay/:id', (request, reply) => {
    const checkout = account.checkouts.get(request.params.id);
    if (!checkout) return gone(reply);
    if (checkout.status !== 'open') return html(reply, 200, payPage(account, checkout));
    const { decision, card } = Object.fromEntries(request.body ?? []);
    if (decision === 'cancel') return reply.redirect(checkout.cancelUrl ?? checkout.successUrl, 303);
    const paid = payCheckout(account, checkout, cardOf(card));
    world.onChange();
    if (!paid) return html(reply, 402, payPage(account, checkout, 'Your card was declined. Please try another card.'));
    return reply.redirect(checkout.successUrl.replace('{CHECKOUT_SESSION_ID}', checkout.id), 303);
  });

  app.get<Params>('/stripe/portal/:id', (request, reply) => {
    const portal = account.portals.get(request.params.id);
    return portal && account.customer(portal.customer) ? html(reply, 200, portalPage(account, portal)) : gone(reply);
  });

  app.post<Params>('/stripe/portal/:id', (request, reply) => {
    const portal = account.portals.get(request.params.id);
    const customer = account.customer(portal?.customer ?? '');
    if (!portal || !customer) return gone(reply);
    const { decision, card } = Object.fromEntries(request.body ?? []);
    const [row] = account.subscriptionsOf(customer.id);
    if (decision === 'card') customer.card = cardOf(card);
    if (row && row.status !== 'canceled') {
      if (decision === 'cancel' && !isEnding(row)) cancelAtPeriodEnd(account, row);
      if (decision === 'resume' && isEnding(row)) resume(account, row);
    }
    world.onChange();
    return reply.redirect(`/stripe/portal/${portal.id}`, 303);
  });
}

export const cardOf = (number: unknown): Card => CARDS.find((card) => card.number === number) ?? (CARDS[0] as Card);

const isEnding = (row: SubscriptionRow): boolean => row.cancelAt !== null || row.cancelAtPeriodEnd;

function payPage(account: StripeAccount, checkout: CheckoutRow, problem = ''): string {
  if (checkout.status !== 'open') {
    const text = checkout.status === 'complete' ? 'This has been paid.' : 'This link has expired. Please start again.';
    return `<main class="card"><h1>${text}</h1><p><a href="${escapeHtml(checkout.cancelUrl ?? '/')}">Back to Segue</a></p></main>`;
  }
  const email = account.customers.get(checkout.customer ?? '')?.email ?? checkout.customerEmail ?? '';
  return (
    `<main class="card"><p><small>Segue Premium</small></p><h1>${PRICE} <small>per month</small></h1>` +
    `<p>${escapeHtml(email)}</p>${problem ? `<p class="problem" role="alert">${problem}</p>` : ''}` +
    `<form method="post">${cardChoice(CARDS[0] as Card)}` +
    '<p><button class="main" name="decision" value="pay">Subscribe</button> ' +
    `<button name="decision" value="cancel">Cancel and go back</button></p></form>${SIMULATED}</main>`
  );
}

const CARD_NOTES: Record<Card['charges'], string> = {
  accepted: 'is accepted',
  declined: 'is declined',
  'declined-later': 'is accepted now and declined at the next renewal',
};

function cardChoice(chosen: Card): string {
  const choices = CARDS.map(
    ({ number, brand, charges }) =>
      `<label class="choice"><input type="radio" name="card" value="${number}"${number === chosen.number ? ' checked' : ''}> ` +
      `${brand} •••• ${number.slice(-4)} <small>${CARD_NOTES[charges]}</small></label>`,
  );
  return `<fieldset><legend>Card</legend>${choices.join('')}</fieldset>`;
}

function portalPage(account: StripeAccount, portal: PortalRow): string {
  const [row] = account.subscriptionsOf(portal.customer);
  const card = account.customer(portal.customer)?.card ?? (CARDS[0] as Card);
  const back = portal.returnUrl ? `<p><a href="${escapeHtml(portal.returnUrl)}">Return to Segue</a></p>` : '';
  return (
    `<main class="card"><h1>Your subscription</h1>${row ? planPart(row) : '<p>You have no subscription.</p>'}</main>` +
    `<section class="card"><h2>Payment method</h2><form method="post">${cardChoice(card)}` +
    '<p><button name="decision" value="card">Save card</button></p></form></section>' +
    `<section class="card"><h2>Invoices</h2>${row ? invoiceTable(account, row) : ''}</section>${back}${SIMULATED}`
  );
}

function planPart(row: SubscriptionRow): string {
  const end = dayOf(row.cancelAt ?? row.periodEnd);
  if (row.status === 'canceled') return `<p>Segue Premium was canceled on ${dayOf(row.endedAt ?? row.periodEnd)}.</p>`;
  const button = (value: string, text: string) =>
    `<form method="post"><p><button name="decision" value="${value}">${text}</button></p></form>`;
  if (isEnding(row)) return `<p>Segue Premium ends on ${end}.</p>${button('resume', "Don't cancel subscription")}`;
  const state = row.status === 'past_due' ? 'The last payment failed.' : `Renews on ${end}.`;
  return `<p>Segue Premium, ${PRICE} per month. ${state}</p>${button('cancel', 'Cancel subscription')}`;
}

function invoiceTable(account: StripeAccount, row: SubscriptionRow): string {
  const rows = account
    .invoicesOf(row.id)
    .map(
      ({ number, created, status }) =>
        `<tr><td>${number}</td><td>${dayOf(created)}</td><td>${PRICE}</td><td>${status}</td></tr>`,
    );
  return `<table><tr><th>Number</th><th>Date</th><th>Amount</th><th>Status</th></tr>${rows.join('')}</table>`;
}

const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

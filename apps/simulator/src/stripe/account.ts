import { type Chance } from '../chance.js';
import { type Clock } from '../clock.js';
import { type EventRow } from './event-shape.js';

/** A test card of Stripe's. https://docs.stripe.com/testing */
export interface Card {
  number: string;
  brand: string;
  /** What becomes of a charge: the third card is accepted once and declined from then on. */
  charges: 'accepted' | 'declined' | 'declined-later';
}

export const CARDS: readonly Card[] = [
  { number: '4242424242424242', brand: 'Visa', charges: 'accepted' },
  { number: '4000000000000002', brand: 'Visa', charges: 'declined' },
  { number: '4000000000000341', brand: 'Visa', charges: 'declined-later' },
];

// All times of the rows are whole seconds since 1970 in the simulator's time, as Stripe writes them.

export interface CustomerRow {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  created: number;
  deleted: boolean;
  card: Card | null;
}

export interface CheckoutRow {
  id: string;
  customer: string | null;
  customerEmail: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  subscriptionMetadata: Record<string, string>;
  price: string;
  successUrl: string;
  cancelUrl: string | null;
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  invoice: string | null;
  created: number;
  expiresAt: number;
}

export interface PortalRow {
  id: string;
  customer: string;
  returnUrl: string | null;
  created: number;
}

export interface SubscriptionRow {
  id: string;
  itemId: string;
  customer: string;
  price: string;
  metadata: Record<string, string>;
  billingMode: 'flexible' | 'classic';
  status: 'active' | 'past_due' | 'canceled';
  created: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  cancelAt: number | null;
  /** When the cancellation was asked for. */
  canceledAt: number | null;
  endedAt: number | null;
  endReason: 'cancellation_requested' | 'payment_failed' | null;
  latestInvoice: string;
}

export interface InvoiceRow {
  id: string;
  number: string;
  customer: string;
  subscription: string;
  status: 'open' | 'paid' | 'void';
  reason: 'subscription_create' | 'subscription_cycle';
  created: number;
  paidAt: number | null;
  attempts: number;
  periodStart: number;
  periodEnd: number;
}

/** The first answer to an `Idempotency-Key`. */
export interface KeptAnswer {
  request: string;
  body: unknown;
  keptUntil: number;
}

export interface AccountSettings {
  /** Public address of the simulator, for the hosted pages. */
  baseUrl: string;
  /** How new subscriptions tell of a scheduled cancellation. */
  billingMode: () => SubscriptionRow['billingMode'];
}

export interface StripeState {
  customers: CustomerRow[];
  checkouts: CheckoutRow[];
  portals: PortalRow[];
  subscriptions: SubscriptionRow[];
  invoices: InvoiceRow[];
  answers: [string, KeptAnswer][];
}

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

/** What one Stripe account holds: plain rows. What happens to them is in `billing.ts`. */
export class StripeAccount {
  customers = new Map<string, CustomerRow>();
  checkouts = new Map<string, CheckoutRow>();
  portals = new Map<string, PortalRow>();
  subscriptions = new Map<string, SubscriptionRow>();
  invoices = new Map<string, InvoiceRow>();
  answers = new Map<string, KeptAnswer>();
  /** Hears of all events of one change together. */
  onEvents: (events: EventRow[]) => void = () => undefined;

  constructor(
    readonly clock: Clock,
    readonly chance: Chance,
    readonly settings: AccountSettings,
  ) {}

  now(): number {
    return Math.floor(this.clock.nowMs() / 1000);
  }

  newId(prefix: string, length = 24): string {
    return `${prefix}_${this.chance.token(length)}`;
  }

  customer(id: string): CustomerRow | undefined {
    const found = this.customers.get(id);
    return found?.deleted ? undefined : found;
  }

  /** Newest first, as Stripe lists. */
  subscriptionsOf(customer: string): SubscriptionRow[] {
    return [...this.subscriptions.values()].filter((row) => row.customer === customer).reverse();
  }

  invoicesOf(subscription: string): InvoiceRow[] {
    return [...this.invoices.values()].filter((row) => row.subscription === subscription).reverse();
  }

  /** A copy for writes that are answered but never happen; its events go nowhere. */
  copy(): StripeAccount {
    const copy = new StripeAccount(this.clock, this.chance, this.settings);
    copy.restore(structuredClone(this.toState()));
    return copy;
  }

  toState(): StripeState {
    return {
      customers: [...this.customers.values()],
      checkouts: [...this.checkouts.values()],
      portals: [...this.portals.values()],
      subscriptions: [...this.subscriptions.values()],
      invoices: [...this.invoices.values()],
      answers: [...this.answers],
    };
  }

  restore(state: StripeState): void {
    this.customers = byId(state.customers);
    this.checkouts = byId(state.checkouts);
    this.portals = byId(state.portals);
    this.subscriptions = byId(state.subscriptions);
    this.invoices = byId(state.invoices);
    this.answers = new Map(state.answers);
  }
}

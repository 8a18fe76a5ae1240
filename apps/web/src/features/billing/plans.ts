import { CURRENCY, FREE_PRICE_CENTS, PREMIUM_LIST_PRICE_CENTS, PREMIUM_PRICE_CENTS } from '@segue/contracts';

export type PlanId = 'free' | 'premium';

export interface Plan {
  id: PlanId;
  name: string;
  priceCents: number;
  /** The price that is struck through. */
  listPriceCents: number | null;
  features: readonly string[];
}

export const PLANS: readonly Plan[] = [
  {
    id: 'free',
    name: 'Free',
    priceCents: FREE_PRICE_CENTS,
    listPriceCents: null,
    features: ['See your libraries and compare playlists', 'One playlist sync per day', 'Basic support'],
  },
  {
    id: 'premium',
    name: 'Premium',
    priceCents: PREMIUM_PRICE_CENTS,
    listPriceCents: PREMIUM_LIST_PRICE_CENTS,
    features: ['Everything in Free', 'Unlimited syncs', 'Priority support'],
  },
];

/** `€1.99`. */
export const formatPrice = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY }).format(cents / 100);

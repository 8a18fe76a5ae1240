import { z } from 'zod';
import { Email } from './forms.js';
import { endpointsOf } from './endpoint.js';
import { STRIPE_EVENT_LIMIT_BYTES } from './limits.js';
import { PlatformId, ResourceId } from './music.js';

const endpoint = endpointsOf('billing');

export const SubscriptionStatus = z.enum(['active', 'canceled', 'none']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** The playlist a free member's day went to. */
export const LastPlaylistUpdate = z.object({
  firstUpdatedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  targetPlaylistName: z.string(),
  targetPlaylistId: z.string(),
  targetPlatform: PlatformId,
});
export type LastPlaylistUpdate = z.infer<typeof LastPlaylistUpdate>;

export const billingStatus = endpoint({
  method: 'GET',
  path: '/api/billing/status',
  access: 'member',
  response: z.object({
    subscriptionStatus: SubscriptionStatus,
    cancelAtPeriodEnd: z.boolean(),
    lastPlaylistUpdate: LastPlaylistUpdate.nullable(),
    nextBillingDate: z.iso.datetime().nullable(),
  }),
});

/**
 * The body's e-mail is the spec's; who pays is decided by the token. Answers where to pay: Stripe's checkout, or its
 * portal for a member whose subscription waits for a payment. Refused with `already_subscribed` for Premium members.
 */
export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/billing/create-checkout-session',
  access: 'member',
  body: z.object({ email: Email.optional() }),
  response: z.object({ url: z.url() }),
});

/** Refused with `no_subscription` for a member who never had one. */
export const customerPortal = endpoint({
  method: 'POST',
  path: '/api/billing/customer-portal',
  access: 'member',
  response: z.object({ url: z.url() }),
});

/**
 * Where Stripe tells of what happened. The signature in `Stripe-Signature` is checked on the bytes before they are read;
 * 200 means heard, also of what does not concern us, because Stripe repeats everything else for days.
 */
export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/billing/webhook',
  access: 'public',
  rawBody: true,
  bodyLimitBytes: STRIPE_EVENT_LIMIT_BYTES,
  body: z.instanceof(Uint8Array, { message: 'must not be empty' }),
  response: z.object({ received: z.literal(true) }),
});

/** Everything billing keeps about the member. Card and invoices are at Stripe: its portal shows them. */
export const exportBilling = endpoint({
  method: 'GET',
  path: '/api/billing/export',
  access: 'member',
  response: z.object({
    /** The member at Stripe; null for one who never went to pay. */
    customer: z.object({ stripeId: z.string().nullable(), email: z.string() }).nullable(),
    subscription: z
      .object({
        stripeId: z.string(),
        /** As Stripe calls it. */
        status: z.string(),
        periodEndsAt: z.iso.datetime(),
        endsAt: z.iso.datetime().nullable(),
      })
      .nullable(),
    lastPlaylistUpdate: LastPlaylistUpdate.nullable(),
  }),
});

/** A target playlist, or (`new:<operation>`) one that is about to be made. */
const AllowanceTarget = z.object({
  platform: PlatformId,
  playlistId: z.union([ResourceId, z.string().regex(/^new:[A-Za-z0-9-]{1,64}$/)]),
});

/** Claims the acting member's daily allowance for a playlist. The same playlist again within the window is free. */
export const claimAllowance = endpoint({
  method: 'POST',
  path: '/internal/billing/allowance/claim',
  access: 'service',
  body: AllowanceTarget.extend({
    playlistName: z.string().max(2000),
    /** Takes the slot without a write: what `start-sync` does. The first write's claim is then the fresh one. */
    reserveOnly: z.boolean().default(false),
  }),
  response: z.object({
    granted: z.boolean(),
    /** Whether this is the slot's first write, so that `releaseAllowance` may give the day back if it fails. */
    fresh: z.boolean(),
    /** When another playlist may be updated; null for members without a limit. */
    availableAt: z.iso.datetime().nullable(),
  }),
});

/** Gives a slot back that `claimAllowance` freshly took, because nothing of it could be written. */
export const releaseAllowance = endpoint({
  method: 'POST',
  path: '/internal/billing/allowance/release',
  access: 'service',
  body: AllowanceTarget,
  response: z.object({ released: z.boolean() }),
});

/** Moves a slot from `new:<operation>` to the playlist that was made. */
export const settleAllowance = endpoint({
  method: 'POST',
  path: '/internal/billing/allowance/settle',
  access: 'service',
  body: AllowanceTarget.extend({ createdId: ResourceId }),
  response: z.object({ settled: z.boolean() }),
});

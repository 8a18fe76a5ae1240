import { AppError } from '@segue/service';
import Stripe from 'stripe';
import { z } from 'zod';

/** Older or newer than this, a signature is refused, in seconds. */
const TOLERANCE_SECONDS = 300;

const Reference = z.union([z.string(), z.object({ id: z.string() })]);
const StripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({
    object: z.looseObject({ id: z.string().optional(), object: z.string(), customer: Reference.nullish() }),
  }),
});

/** What an event tells us: that something about a customer may have changed. What it is now, we ask Stripe. */
export interface HeardEvent {
  id: string;
  type: string;
  isLive: boolean;
  customer: string | null;
}

/**
 * Checks the signature on the bytes, before anything is read from them, then reads what we need.
 * @returns null for something Stripe signed that we cannot read: a retry would not help.
 * @throws AppError `invalid_signature`, also for a time of signing in the future, which the library lets pass.
 */
export function readStripeEvent(
  body: Uint8Array,
  signature: string | undefined,
  secret: string,
  now: Date,
): HeardEvent | null {
  refuseFuture(signature, now);
  try {
    const { webhooks } = Stripe;
    webhooks.signature?.verifyHeader(
      Buffer.from(body),
      signature ?? '',
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch (cause) {
    throw new AppError('invalid_signature', {}, { cause });
  }
  const read = StripeEvent.safeParse(parseJson(body));
  if (!read.success) return null;
  const { id, type, livemode, data } = read.data;
  return { id, type, isLive: livemode, customer: customerOf(data.object) };
}

function refuseFuture(signature: string | undefined, now: Date): void {
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature ?? '')?.[1] ?? Number.NaN);
  const aheadSeconds = signedAt - now.getTime() / 1000;
  if (Number.isNaN(signedAt) || aheadSeconds > TOLERANCE_SECONDS) throw new AppError('invalid_signature');
}

function customerOf({ id, object, customer }: z.infer<typeof StripeEvent>['data']['object']): string | null {
  if (object === 'customer') return id ?? null;
  if (typeof customer === 'string') return customer;
  return customer?.id ?? null;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

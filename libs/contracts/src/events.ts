import { z } from 'zod';
import { PlatformId } from './music.js';
import { LastPlaylistUpdate, SubscriptionStatus } from './billing.js';
import type { ServiceName } from './services.js';

const UserId = z.object({ userId: z.uuid() });
const Person = UserId.extend({
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
});

/** Every fact that one service tells the others: payload by name. A name is `<thing>.<what happened>`. */
export const EVENTS = {
  'user.registered': Person,
  'user.updated': Person,
  'user.signed-in': UserId.extend({ at: z.iso.datetime() }),
  'user.deleted': UserId,
  'subscription.changed': UserId.extend({ subscriptionStatus: SubscriptionStatus }),
  /** A renewal could not be charged; Stripe goes on trying. Told once of each invoice. */
  'payment.failed': UserId.extend({ email: z.string() }),
  'allowance.claimed': UserId.extend({ lastPlaylistUpdate: LastPlaylistUpdate }),
  'platform.connected': UserId.extend({ platform: PlatformId }),
  'platform.disconnected': UserId.extend({ platform: PlatformId }),
  'playlist.created': UserId.extend({ platform: PlatformId, playlistId: z.string(), name: z.string() }),
  'playlist.updated': UserId.extend({
    platform: PlatformId,
    playlistId: z.string(),
    tracksAdded: z.number().int(),
    tracksRemoved: z.number().int(),
  }),
  /**
   * What became of the tracks somebody asked for, when a write was settled. Of nobody: only
   * counts. A repeat tells what it changes of what was told before, so a count may be negative.
   */
  'tracks.settled': z.object({
    /** Where they were to go. */
    platform: PlatformId,
    /** Written under the same ISRC, and written under another one. */
    added: z.number().int(),
    mismatched: z.number().int(),
    /** The platform has no recording that is certainly the same. */
    unmatched: z.number().int(),
    /** Not written for reasons that say nothing of the match. */
    failed: z.number().int(),
  }),
  'visit.recorded': z.object({ path: z.string(), ip: z.string(), userAgent: z.string(), at: z.iso.datetime() }),
} as const satisfies Record<string, z.ZodType>;

/** Who hears what. Facts go right: a service never hears one that stands to its right. */
export const EVENT_LISTENERS = {
  'user.registered': ['billing', 'connectors', 'admin'],
  'user.updated': ['billing', 'connectors', 'admin'],
  'user.signed-in': ['admin'],
  'user.deleted': ['billing', 'connectors', 'sync', 'admin'],
  'subscription.changed': ['admin'],
  'payment.failed': ['admin'],
  'allowance.claimed': ['admin'],
  'platform.connected': ['sync', 'admin'],
  'platform.disconnected': ['sync', 'admin'],
  'playlist.created': ['admin'],
  'playlist.updated': ['admin'],
  'tracks.settled': ['admin'],
  'visit.recorded': ['admin'],
} as const satisfies Record<keyof typeof EVENTS, readonly ServiceName[]>;

export type EventName = keyof typeof EVENTS;
export type EventPayload<N extends EventName> = z.infer<(typeof EVENTS)[N]>;

/** An event on its way. `id` is what consumers remember to hear each one once. */
export interface EventEnvelope<N extends EventName = EventName> {
  readonly id: string;
  readonly name: N;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** The request that caused it, for following one through all logs. */
  readonly requestId: string | null;
  readonly payload: EventPayload<N>;
}

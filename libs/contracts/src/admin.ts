import { z } from 'zod';
import { Email, PersonName, User } from './auth.js';
import { LastPlaylistUpdate, SubscriptionStatus } from './billing.js';
import { endpointsOf } from './endpoint.js';

const endpoint = endpointsOf('admin');

export const ConsentDetails = z.object({ analytics: z.boolean(), marketing: z.boolean() });
export type ConsentDetails = z.infer<typeof ConsentDetails>;
export const ConsentSummary = z.enum(['accepted', 'declined', 'custom', 'none']);
export type ConsentSummary = z.infer<typeof ConsentSummary>;

export const storeConsent = endpoint({
  method: 'POST',
  path: '/api/consent',
  access: 'public',
  body: z.object({ summary: ConsentSummary.nullable(), details: ConsentDetails }),
  response: z.object({ success: z.literal(true) }),
});

/** Several lines of text; no other control characters. */
const ContactMessage = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(5000)
  .regex(/^[\t\n\r\P{Cc}]*$/u, 'must not hold control characters');

export const contact = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  body: z.object({ name: PersonName, email: Email, message: ContactMessage }),
  response: z.object({ success: z.literal(true) }),
});

/**
 * A name as people write theirs, and nothing that could be an address of the web: it is mailed to whatever address was
 * typed beside it.
 */
const SignedName = PersonName.pipe(
  z.string().regex(/^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u, 'must hold letters, spaces, hyphens and apostrophes only'),
);

/**
 * Withdraws from the contract for Premium (14 days, Directive (EU) 2011/83, articles 9 and 11a). Works without an
 * account's token, because who lost it may withdraw, too.
 */
export const withdraw = endpoint({
  method: 'POST',
  path: '/api/withdrawal',
  access: 'public',
  body: z.object({ name: SignedName, email: Email }),
  /** When it was received: the receipt, mailed to the address, says the same. */
  response: z.object({ success: z.literal(true), receivedAt: z.iso.datetime() }),
});

export const backendLogs = endpoint({
  method: 'GET',
  path: '/api/admin/logs/backend',
  access: 'admin',
  response: z.object({ error: z.string(), out: z.string() }),
});

export const gitVersion = endpoint({
  method: 'GET',
  path: '/api/admin/version',
  access: 'admin',
  response: z.object({ commit: z.string(), branch: z.string() }),
});

export const visits = endpoint({
  method: 'GET',
  path: '/api/admin/visits',
  access: 'admin',
  /** A date (`YYYY-MM-DD`) plus one count per path. */
  response: z.object({ data: z.array(z.object({ date: z.iso.date() }).catchall(z.number().int())) }),
});

export const ipSummary = endpoint({
  method: 'GET',
  path: '/api/admin/ip-summary',
  access: 'admin',
  response: z.object({
    data: z.array(
      z
        .object({ ip: z.string(), location: z.string(), browser: z.string(), device: z.string() })
        .catchall(z.union([z.number().int(), z.string()])),
    ),
  }),
});

export const AdminUser = User.extend({
  subscriptionStatus: SubscriptionStatus,
  lastActive: z.iso.datetime().nullable(),
  lastPlaylistUpdate: LastPlaylistUpdate.nullable(),
  createdPlaylists: z.array(z.object({ id: z.string(), name: z.string(), platform: z.string() })),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  response: z.array(AdminUser),
});

export const serverStats = endpoint({
  method: 'GET',
  path: '/api/admin/server-stats',
  access: 'admin',
  response: z.object({
    /** 1, 5 and 15 minutes. */
    loadAvg: z.array(z.number()),
    cpuCount: z.number().int(),
    /** Bytes. */
    memory: z.object({ used: z.number(), free: z.number(), total: z.number(), rss: z.number(), heapUsed: z.number() }),
    /** Seconds. */
    uptime: z.number(),
  }),
});

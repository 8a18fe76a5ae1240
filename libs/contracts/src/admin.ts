import { z } from 'zod';
import { PlatformId } from './music.js';
import { User } from './auth.js';
import { LastPlaylistUpdate, SubscriptionStatus } from './billing.js';
import { GovernorState } from './connectors.js';
import { endpointsOf } from './endpoint.js';
import { ContactFields, WithdrawalFields } from './forms.js';
import { RECENT_DAYS, USERS_PER_ANSWER, VISIT_COUNT_LIFE_DAYS } from './limits.js';
import { DeadLetter, EventBacklog, OPERATED_SERVICES } from './operations.js';

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

export const contact = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  body: ContactFields,
  response: z.object({ success: z.literal(true) }),
});

/**
 * Withdraws from the contract for Premium (14 days, Directive (EU) 2011/83, articles 9 and 11a). Works without an
 * account's token, because who lost it may withdraw, too.
 */
export const withdraw = endpoint({
  method: 'POST',
  path: '/api/withdrawal',
  access: 'public',
  body: WithdrawalFields,
  /** When it was received: the receipt, mailed to the address, says the same. */
  response: z.object({ success: z.literal(true), receivedAt: z.iso.datetime() }),
});

/** The newest lines of all services, newest first, redacted where they were written and capped. */
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

/** How many days back a question looks, today included. */
const Period = z.object({ days: z.coerce.number().int().min(1).max(VISIT_COUNT_LIFE_DAYS).default(RECENT_DAYS) });

export const visits = endpoint({
  method: 'GET',
  path: '/api/admin/visits',
  access: 'admin',
  query: Period,
  /** Oldest first: a date (`YYYY-MM-DD`, UTC) plus one count per path. Days and paths without a visit are left out. */
  response: z.object({ data: z.array(z.object({ date: z.iso.date() }).catchall(z.number().int())) }),
});

/** The networks with the most visits, most first; single visits are kept 90 days. */
export const ipSummary = endpoint({
  method: 'GET',
  path: '/api/admin/ip-summary',
  access: 'admin',
  query: Period,
  /** `location` is a country by name. Besides the named fields each row holds one count per path. */
  response: z.object({
    data: z.array(
      z
        .object({ ip: z.string(), location: z.string(), browser: z.string(), device: z.string() })
        .catchall(z.union([z.number().int(), z.string()])),
    ),
  }),
});

/** A member as the dashboard lists them. */
export const AdminUser = User.extend({
  subscriptionStatus: SubscriptionStatus,
  lastActive: z.iso.datetime().nullable(),
  lastPlaylistUpdate: LastPlaylistUpdate.nullable(),
  createdPlaylists: z.array(z.object({ id: z.string(), name: z.string(), platform: z.string() })),
});

/** Newest first. Without a query the newest `USERS_PER_ANSWER`. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  query: z.object({
    /** Part of a name or an e-mail address. */
    search: z.string().trim().max(254).default(''),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(USERS_PER_ANSWER).default(USERS_PER_ANSWER),
  }),
  response: z.array(AdminUser),
});

/**
 * What administrators see of the member who asks. Messages and withdrawals are not in it: they came from whoever typed an
 * address, which need not have been the member.
 */
export const exportActivity = endpoint({
  method: 'GET',
  path: '/api/activity/export',
  access: 'member',
  response: z.object({
    /** null as long as the registration has not been heard of. */
    member: AdminUser.nullable(),
    /** What an administrator has looked at or changed on the dashboard; newest first. */
    actions: z.array(z.object({ action: z.string(), at: z.iso.datetime() })),
  }),
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
    /** The server's own clock. */
    time: z.iso.datetime(),
  }),
});

/** Counts for the top of the dashboard. */
export const overview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  response: z.object({
    totalUsers: z.number().int(),
    /** What became of tracks members asked for in the last `RECENT_DAYS` days, by the platform they were to go to. */
    matches: z.array(
      z.object({
        platform: PlatformId,
        added: z.number().int(),
        mismatched: z.number().int(),
        unmatched: z.number().int(),
        failed: z.number().int(),
        /** Found tracks of those that were looked for, in percent with one decimal; null when none was. */
        matchRate: z.number().min(0).max(100).nullable(),
      }),
    ),
  }),
});

export const OperatedService = z.enum(OPERATED_SERVICES);
export type OperatedService = z.infer<typeof OperatedService>;

/** Every service with the engines it stands on and its events. `unreachable`: it gave no answer in time. */
export const ServiceStatus = z.object({
  service: OperatedService,
  status: z.enum(['ok', 'unavailable', 'unreachable']),
  dependencies: z.record(z.string(), z.enum(['up', 'down'])),
  events: EventBacklog.nullable(),
});
export type ServiceStatus = z.infer<typeof ServiceStatus>;

export const serviceStatuses = endpoint({
  method: 'GET',
  path: '/api/admin/services',
  access: 'admin',
  response: z.object({ services: z.array(ServiceStatus) }),
});

/** Lets a service hear a parked event again. */
export const replayEvent = endpoint({
  method: 'POST',
  path: '/api/admin/services/:service/dead-letters/:id/replay',
  access: 'admin',
  params: z.object({ service: OperatedService, id: DeadLetter.shape.id }),
  response: z.object({ replayed: z.literal(true) }),
});

/** Where the gates before the platforms stand: budgets, queues and cooldowns. */
export const platformGates = endpoint({
  method: 'GET',
  path: '/api/admin/platforms',
  access: 'admin',
  response: z.object({ platforms: z.array(GovernorState) }),
});

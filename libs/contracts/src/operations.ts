import { z } from 'zod';
import { type Endpoint, endpointsOf } from './endpoint.js';
import { HealthReport } from './gateway.js';
import { SERVICES, type ServiceName } from './services.js';

/** Every program whose state the dashboard shows, in the order of the law. */
export const OPERATED_SERVICES = ['gateway', ...SERVICES] as const satisfies readonly ServiceName[];

/** Facts that wait somewhere, and since when the oldest does. */
export const Waiting = z.object({ count: z.number().int().nonnegative(), oldestAt: z.iso.datetime().nullable() });
export type Waiting = z.infer<typeof Waiting>;

/** An event that a service failed to take in as often as its carrier tries, parked until somebody replays it. */
export const DeadLetter = z.object({
  /** The event's own id. */
  id: z.uuid(),
  name: z.string(),
  occurredAt: z.iso.datetime(),
  attempts: z.number().int(),
  /** Why the last attempt failed; secrets are taken out. */
  error: z.string(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** How far behind the events of one service are. Says nothing of which broker carries them. */
export const EventBacklog = z.object({
  /** What it has to tell and has not handed over yet. */
  outbox: Waiting,
  /** What it is to hear and has not taken in yet. */
  queue: Waiting,
  /** The newest come first; `count` counts those that are not listed, too. */
  deadLetters: z.object({ count: z.number().int().nonnegative(), newest: z.array(DeadLetter) }),
});
export type EventBacklog = z.infer<typeof EventBacklog>;

/** Asked for a page that refreshes by itself: a service that is slower than this counts as away, in ms. */
const OPERATIONS_TIMEOUT_MS = 4000;

/** What admin asks every service, each about itself. Of the replica that answers. */
const operationsOf = (service: ServiceName) => {
  const endpoint = endpointsOf(service);
  return {
    /** `events` is null while its database is away. */
    serviceState: endpoint({
      method: 'GET',
      path: `/internal/${service}/state`,
      access: 'service',
      response: HealthReport.extend({ events: EventBacklog.nullable() }),
      timeoutMs: OPERATIONS_TIMEOUT_MS,
    }),
    /** The newest lines of its log, newest first, as JSON and redacted; errors apart from the rest. */
    recentLogs: endpoint({
      method: 'GET',
      path: `/internal/${service}/logs`,
      access: 'service',
      response: z.object({ error: z.array(z.string()), out: z.array(z.string()) }),
      timeoutMs: OPERATIONS_TIMEOUT_MS,
    }),
    /** Lets a dead letter be heard again. Refused with `not_found` when there is none of this id. */
    replayDeadLetter: endpoint({
      method: 'POST',
      path: `/internal/${service}/dead-letters/:id/replay`,
      access: 'service',
      params: z.object({ id: z.uuid() }),
      response: z.object({ replayed: z.literal(true) }),
      timeoutMs: OPERATIONS_TIMEOUT_MS,
    }),
  };
};
type Operations = ReturnType<typeof operationsOf>;

export const OPERATIONS = Object.fromEntries(
  OPERATED_SERVICES.map((service) => [service, operationsOf(service)]),
) as Record<ServiceName, Operations>;

/** The same as a flat list, by a name of their own. */
export const OPERATION_ROUTES: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(OPERATIONS).flatMap(([service, routes]) =>
    Object.entries(routes).map(([name, route]): [string, Endpoint] => [`${service}:${name}`, route]),
  ),
);

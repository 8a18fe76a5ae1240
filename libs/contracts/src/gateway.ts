import { z } from 'zod';
import { endpointsOf } from './endpoint.js';

const endpoint = endpointsOf('gateway');

/** What `/health/ready` and the gateway's `/api/health` answer: one word for each dependency. */
export const HealthReport = z.object({
  status: z.enum(['ok', 'unavailable']),
  dependencies: z.record(z.string(), z.enum(['up', 'down'])),
});
export type HealthReport = z.infer<typeof HealthReport>;

export const health = endpoint({ method: 'GET', path: '/api/health', access: 'public', response: HealthReport });

/** Whoever runs this installation, as the gateway writes them into each page for the legal pages and the footer. */
export interface Operator {
  name: string;
  address: string;
  email: string;
  instagramUrl: string;
  tiktokUrl: string;
}

/** The OpenAPI 3.1 document made from these contracts. */
export const apiDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  response: z.record(z.string(), z.unknown()),
});

/** Counts a change of page inside the app, if the visitor allows analytics. Page loads count by themselves. */
export const recordVisit = endpoint({
  method: 'POST',
  path: '/api/visits',
  access: 'public',
  body: z.object({ path: z.string().startsWith('/').max(2048) }),
  response: z.object({ recorded: z.boolean() }),
});

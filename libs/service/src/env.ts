import { portOffsetOf, type ServiceName } from '@segue/contracts';
import { z } from 'zod';

/** A TCP port as an environment variable writes it. */
const Port = z.coerce.number().int().min(1).max(65_535);

/** Characters of a secret that our services share. */
const SHORTEST_SECRET = 32;
const SharedSecret = z.string().min(SHORTEST_SECRET);

/** What every service reads. Addresses of the others derive from the public port unless given. */
export const BaseEnv = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** The public door; a service listens beside it unless `SERVICE_PORT` says where. */
  PORT: Port.default(3000),
  SERVICE_PORT: Port.optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_URL: z.url().optional(),
  DATABASE_URL: z.url(),
  /** A RabbitMQ broker; without one, events are delivered through the database. */
  RABBITMQ_URL: z.url({ protocol: /^amqps?$/, error: 'must be an amqp:// or amqps:// address' }).optional(),
  /** A Redis server; without one, limits and budgets hold for each process alone. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
  /** Shared by our services alone, separated by commas: the first signs what they ask of each other, all verify. */
  JWT_SERVICE_SECRET: z
    .string()
    .transform((written) => written.split(',').map((secret) => secret.trim()))
    .pipe(z.tuple([SharedSecret], SharedSecret)),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info'),
  GATEWAY_URL: z.url().optional(),
  AUTH_URL: z.url().optional(),
  BILLING_URL: z.url().optional(),
  CONNECTORS_URL: z.url().optional(),
  SYNC_URL: z.url().optional(),
  ADMIN_URL: z.url().optional(),
});
export type BaseEnv = z.infer<typeof BaseEnv>;

/** Node's own switch, which no schema names. */
const TLS_SWITCH = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Reads a service's variables once.
 * @throws Error with one sentence per missing or malformed variable, naming it but never its value.
 */
export function readEnv<S extends z.ZodType>(schema: S, source: NodeJS.ProcessEnv = process.env): z.output<S> {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const read = schema.safeParse(filled);
  const isTrusting = filled[TLS_SWITCH] === '0';
  if (read.success && !isTrusting) return read.data;
  const faults = (read.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (isTrusting) faults.push(`${TLS_SWITCH}: must not be 0, or anybody could pass for a platform`);
  throw new Error(`The environment is not complete.\n  ${faults.join('\n  ')}`);
}

/** The port a service listens on. */
export const portOf = (service: ServiceName, env: Pick<BaseEnv, 'PORT' | 'SERVICE_PORT'>): number =>
  env.SERVICE_PORT ?? env.PORT + portOffsetOf(service);

/** Where each service is reached. */
export function serviceUrls(env: BaseEnv): Record<ServiceName, string> {
  const beside = (service: ServiceName) => `http://127.0.0.1:${env.PORT + portOffsetOf(service)}`;
  return {
    gateway: env.GATEWAY_URL ?? beside('gateway'),
    auth: env.AUTH_URL ?? beside('auth'),
    billing: env.BILLING_URL ?? beside('billing'),
    connectors: env.CONNECTORS_URL ?? beside('connectors'),
    sync: env.SYNC_URL ?? beside('sync'),
    admin: env.ADMIN_URL ?? beside('admin'),
  };
}

/** The address people use, without a trailing slash. */
export const appUrlOf = (env: Pick<BaseEnv, 'APP_URL' | 'PORT'>): string =>
  (env.APP_URL ?? `http://127.0.0.1:${env.PORT}`).replace(/\/+$/, '');

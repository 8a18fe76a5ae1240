import { SIMULATOR_PORT_OFFSET, SIMULATOR_SMTP_PORT_OFFSET } from '@segue/contracts';
import { z } from 'zod';

const DEFAULT_GATEWAY_PORT = 3000;
const port = z.coerce.number().int().min(1).max(65_535);

const Env = z.object({
  NODE_ENV: z
    .string()
    .optional()
    .refine((mode) => mode !== 'production', 'the simulator is no part of production and refuses to start there'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(DEFAULT_GATEWAY_PORT + SIMULATOR_PORT_OFFSET),
  SMTP_PORT: port.default(DEFAULT_GATEWAY_PORT + SIMULATOR_SMTP_PORT_OFFSET),
  /** Where browsers reach the simulator, when that is not HOST and PORT. */
  SIMULATOR_URL: z.url().optional(),
  APP_URL: z.url(),
  SPOTIFY_CLIENT_ID: z.string().min(1),
  SPOTIFY_CLIENT_SECRET: z.string().min(1),
  SPOTIFY_QUOTA_MODE: z.enum(['development', 'extended']).default('development'),
  APPLE_TEAM_ID: z.string().min(1),
  APPLE_KEY_ID: z.string().min(1),
  APPLE_PUBLIC_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .refine((pem) => pem.includes('BEGIN PUBLIC KEY'), 'must be an SPKI PEM ("BEGIN PUBLIC KEY")'),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_PRICE_ID: z.string().min(1),
  /** Where events of the simulated Stripe go; by default to the product at APP_URL. */
  STRIPE_WEBHOOK_URL: z.url().optional(),
  SIMULATOR_DATA_DIR: z.string().min(1).optional(),
});
export type Env = z.infer<typeof Env>;

/** Throws one sentence that names every variable at fault. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const result = Env.safeParse(variables);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The simulator cannot start. ${faults.join('; ')}.`);
}

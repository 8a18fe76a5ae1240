import { randomBytes } from 'node:crypto';
import { SCHEMA_OWNERS } from './provision.js';
import { passwordVariableOf } from './provision-command.js';
import type { LocalSecrets } from './secrets.js';

/** A name that means the simulator's container to the services and this machine to its browsers. */
const SIMULATOR_URL = 'http://simulator.localhost:3100';

const password = (): string => randomBytes(24).toString('base64url');

/** What `docker compose --profile simulator up` needs besides the example's defaults. */
function valuesOf(secrets: LocalSecrets): Record<string, string> {
  return {
    NODE_ENV: 'development',
    POSTGRES_PASSWORD: password(),
    RABBITMQ_PASSWORD: password(),
    ...Object.fromEntries(SCHEMA_OWNERS.map((owner) => [passwordVariableOf(owner), secrets.rolePasswords[owner]])),
    JWT_SERVICE_SECRET: secrets.serviceSecret,
    JWT_SIGNING_KEYS: secrets.signingKeys,
    TOKEN_ENCRYPTION_KEYS: secrets.tokenEncryptionKeys,
    SPOTIFY_CLIENT_ID: secrets.spotifyClientId,
    SPOTIFY_CLIENT_SECRET: secrets.spotifyClientSecret,
    SPOTIFY_ACCOUNTS_URL: `${SIMULATOR_URL}/spotify/accounts`,
    SPOTIFY_API_URL: `${SIMULATOR_URL}/spotify/api/v1`,
    APPLE_TEAM_ID: secrets.appleTeamId,
    APPLE_KEY_ID: secrets.appleKeyId,
    APPLE_PRIVATE_KEY: secrets.applePrivateKey,
    APPLE_PUBLIC_KEY: secrets.applePublicKey,
    APPLE_API_URL: `${SIMULATOR_URL}/apple/api/v1`,
    APPLE_MUSICKIT_URL: `${SIMULATOR_URL}/apple/musickit.js`,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_PRICE_ID: secrets.stripePriceId,
    STRIPE_API_URL: `${SIMULATOR_URL}/stripe`,
    SMTP_URL: 'smtp://simulator.localhost:3125',
    SEGUE_SIMULATOR: 'on',
    SIMULATOR_URL,
  };
}

/** Single quotes: nothing inside is replaced. PEM lines are joined the way the services part them. */
const quoted = (value: string): string => `'${value.trim().replaceAll('\n', '\\n')}'`;

/** `.env.example` with keys that were made for it, for the containers with the simulator. */
export function fillEnvExample(example: string, secrets: LocalSecrets): string {
  const values = valuesOf(secrets);
  return example.replace(/^([A-Z][A-Z0-9_]*)=.*$/gm, (line, name: string) => {
    const value = values[name];
    return value === undefined ? line : `${name}=${quoted(value)}`;
  });
}

import {
  DATABASE_PORT_OFFSET,
  portOffsetOf,
  SERVICES,
  type ServiceName,
  SIMULATOR_PORT_OFFSET,
  SIMULATOR_SMTP_PORT_OFFSET,
  stripeWebhook,
} from '@segue/contracts';
import { isAbsolute, join } from 'node:path';
import type { LocalSecrets } from './secrets.js';
import type { SchemaOwner } from './provision.js';

/** What `npm start` was told, with its defaults. */
export interface Settings {
  root: string;
  port: number;
  host: string;
  appUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  simulator: boolean;
  demoPassword: string;
}

const DEFAULT_PORT = 3000;
const HIGHEST_PORT = 65_535 - DATABASE_PORT_OFFSET;

/** @throws Error that names the variable that makes no sense. */
export function readSettings(root: string, env: NodeJS.ProcessEnv): Settings {
  const port = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 1 || port > HIGHEST_PORT) {
    throw new Error(`PORT must be a whole number from 1 to ${HIGHEST_PORT}.`);
  }
  const simulator = env.SEGUE_SIMULATOR || (env.NODE_ENV === 'production' ? 'off' : 'on');
  if (simulator !== 'on' && simulator !== 'off') throw new Error('SEGUE_SIMULATOR must be "on" or "off".');
  const dataDir = env.SEGUE_DATA_DIR || '.segue';
  return {
    root,
    port,
    host: env.HOST || '127.0.0.1',
    appUrl: (env.APP_URL || `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    databaseUrl: env.DATABASE_URL || undefined,
    simulator: simulator === 'on',
    demoPassword: env.SEGUE_DEMO_PASSWORD || 'segue-demo-password',
  };
}

export type ProcessName = ServiceName | 'simulator';

/** Everything `npm start` runs beside the database, in the order it is started. */
export const processesOf = (settings: Settings): ProcessName[] => [
  ...(settings.simulator ? (['simulator'] as const) : []),
  ...SERVICES,
  'gateway',
];

export const portOfProcess = (name: ProcessName, port: number): number =>
  port + (name === 'simulator' ? SIMULATOR_PORT_OFFSET : portOffsetOf(name));

/** Second replicas, and the doors before both, listen this far from where a service would alone. */
const REPLICA_PORT_OFFSET = 20;
const DOOR_PORT_OFFSET = 40;

/** A service of which two processes run, with the port of each and of the door that all others knock at. */
export interface Replicated {
  name: ServiceName;
  ports: readonly [number, number];
  doorPort: number;
}

export const replicatedOf = (name: ServiceName, port: number): Replicated => ({
  name,
  ports: [portOfProcess(name, port), portOfProcess(name, port) + REPLICA_PORT_OFFSET],
  doorPort: portOfProcess(name, port) + DOOR_PORT_OFFSET,
});

export const databasePortOf = (port: number): number => port + DATABASE_PORT_OFFSET;

/** The environment of each process: its own secrets and nobody else's. */
export function environmentsOf(
  settings: Settings,
  secrets: LocalSecrets,
  databaseUrls: Record<SchemaOwner, string>,
  inherited: NodeJS.ProcessEnv,
): Record<ProcessName, NodeJS.ProcessEnv> {
  const { PATH, HOME, LANG, TZ, NODE_EXTRA_CA_CERTS, LOG_LEVEL } = inherited;
  const common: NodeJS.ProcessEnv = {
    PATH,
    HOME,
    LANG,
    TZ,
    NODE_EXTRA_CA_CERTS,
    LOG_LEVEL,
    NODE_ENV: inherited.NODE_ENV || 'development',
    PORT: String(settings.port),
    HOST: settings.host,
    APP_URL: settings.appUrl,
    SEGUE_SIMULATOR: settings.simulator ? 'on' : 'off',
  };
  // Without the simulator nothing is made up: a key that is missing stops the service, which names it.
  const made = (secret: string): string | undefined => (settings.simulator ? secret : undefined);
  const service = (name: ServiceName, own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...common,
    DATABASE_URL: databaseUrls[name],
    RABBITMQ_URL: inherited.RABBITMQ_URL,
    REDIS_URL: inherited.REDIS_URL,
    JWT_SERVICE_SECRET: inherited.JWT_SERVICE_SECRET || made(secrets.serviceSecret),
    ...own,
  });
  const mail = mailEnvironment(settings, inherited);
  return {
    simulator: simulatorEnvironment(settings, secrets, common, inherited),
    auth: service('auth', {
      JWT_SIGNING_KEYS: inherited.JWT_SIGNING_KEYS || made(secrets.signingKeys),
      SEGUE_DEMO_PASSWORD: settings.demoPassword,
      ...mail,
    }),
    billing: service('billing', paymentEnvironment(settings, secrets, inherited)),
    connectors: service('connectors', { ...platformEnvironment(settings, secrets, inherited), ...mail }),
    sync: service('sync'),
    admin: service('admin', {
      GIT_COMMIT: inherited.GIT_COMMIT,
      GIT_BRANCH: inherited.GIT_BRANCH,
      CONTACT_TO: inherited.CONTACT_TO || 'operator@segue.test',
      ...mail,
    }),
    gateway: service('gateway', {
      WEB_ROOT: join(settings.root, 'apps/web/dist'),
      SIMULATOR_URL: simulatorUrl(settings),
      TRUSTED_PROXIES: inherited.TRUSTED_PROXIES,
      ...Object.fromEntries(OPERATOR_VARIABLES.map((name) => [name, inherited[name]])),
    }),
  };
}

/** How the public pages name whoever runs this installation. */
const OPERATOR_VARIABLES = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'OPERATOR_INSTAGRAM_URL',
  'OPERATOR_TIKTOK_URL',
];

const simulatorUrl = ({ port, simulator }: Settings): string | undefined =>
  simulator ? `http://127.0.0.1:${port + SIMULATOR_PORT_OFFSET}` : undefined;

function simulatorEnvironment(
  settings: Settings,
  secrets: LocalSecrets,
  common: NodeJS.ProcessEnv,
  inherited: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return {
    ...common,
    PORT: String(settings.port + SIMULATOR_PORT_OFFSET),
    SMTP_PORT: String(settings.port + SIMULATOR_SMTP_PORT_OFFSET),
    SIMULATOR_DATA_DIR: join(settings.dataDir, 'simulator'),
    SPOTIFY_CLIENT_ID: secrets.spotifyClientId,
    SPOTIFY_CLIENT_SECRET: secrets.spotifyClientSecret,
    SPOTIFY_QUOTA_MODE: inherited.SPOTIFY_QUOTA_MODE,
    APPLE_TEAM_ID: secrets.appleTeamId,
    APPLE_KEY_ID: secrets.appleKeyId,
    APPLE_PUBLIC_KEY: secrets.applePublicKey,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_PRICE_ID: secrets.stripePriceId,
    STRIPE_WEBHOOK_URL: `http://${reachable(settings.host)}:${settings.port}${stripeWebhook.path}`,
  };
}

/** Where a program on this machine reaches one that listens on `host`. */
const reachable = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

const PAYMENT_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID', 'STRIPE_API_URL'];

/** With the simulator nobody pays; without it the account is the real one and its keys are required. */
function paymentEnvironment(
  settings: Settings,
  secrets: LocalSecrets,
  inherited: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const url = simulatorUrl(settings);
  if (!url) return Object.fromEntries(PAYMENT_VARIABLES.map((name) => [name, inherited[name]]));
  return {
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_PRICE_ID: secrets.stripePriceId,
    STRIPE_API_URL: `${url}/stripe`,
    SIMULATOR_URL: url,
  };
}

/** With the simulator every mail ends in its mailbox; without it the real server's address is required. */
const mailEnvironment = ({ port, simulator }: Settings, inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  SMTP_URL: simulator ? `smtp://127.0.0.1:${port + SIMULATOR_SMTP_PORT_OFFSET}` : inherited.SMTP_URL,
  MAIL_FROM: inherited.MAIL_FROM || 'Segue <no-reply@segue.test>',
});

const PLATFORM_VARIABLES = [
  'SPOTIFY_CLIENT_ID',
  'SPOTIFY_CLIENT_SECRET',
  'SPOTIFY_ACCOUNTS_URL',
  'SPOTIFY_API_URL',
  'SPOTIFY_QUOTA_MODE',
  'SPOTIFY_CALLS_PER_SECOND',
  'APPLE_CALLS_PER_SECOND',
  'APPLE_TEAM_ID',
  'APPLE_KEY_ID',
  'APPLE_PRIVATE_KEY',
  'APPLE_API_URL',
  'APPLE_MUSICKIT_URL',
  'TOKEN_ENCRYPTION_KEYS',
];

/** With the simulator the platforms are on this machine; without it they are the real ones and their keys are required. */
function platformEnvironment(
  settings: Settings,
  secrets: LocalSecrets,
  inherited: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const url = simulatorUrl(settings);
  if (!url) return Object.fromEntries(PLATFORM_VARIABLES.map((name) => [name, inherited[name]]));
  return {
    SPOTIFY_CLIENT_ID: secrets.spotifyClientId,
    SPOTIFY_CLIENT_SECRET: secrets.spotifyClientSecret,
    SPOTIFY_ACCOUNTS_URL: `${url}/spotify/accounts`,
    SPOTIFY_API_URL: `${url}/spotify/api/v1`,
    SPOTIFY_QUOTA_MODE: inherited.SPOTIFY_QUOTA_MODE,
    SPOTIFY_CALLS_PER_SECOND: inherited.SPOTIFY_CALLS_PER_SECOND,
    APPLE_CALLS_PER_SECOND: inherited.APPLE_CALLS_PER_SECOND,
    APPLE_TEAM_ID: secrets.appleTeamId,
    APPLE_KEY_ID: secrets.appleKeyId,
    APPLE_PRIVATE_KEY: secrets.applePrivateKey,
    APPLE_API_URL: `${url}/apple/api/v1`,
    APPLE_MUSICKIT_URL: `${url}/apple/musickit.js`,
    TOKEN_ENCRYPTION_KEYS: inherited.TOKEN_ENCRYPTION_KEYS || secrets.tokenEncryptionKeys,
  };
}

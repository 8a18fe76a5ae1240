import { freePort } from '@segue/local';
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workspaceRoot } from './workspace-root.js';

export interface RunningSimulator {
  baseUrl: string;
  smtpPort: number;
  appUrl: string;
  spotifyClient: { clientId: string; clientSecret: string; redirectUri: string };
  /** The private half signs developer tokens that this simulator accepts; PKCS #8 and SPKI PEM. */
  appleKeys: { teamId: string; keyId: string; privateKey: string; publicKey: string };
  /** `apiUrl` is what a service gets as `STRIPE_API_URL`. */
  stripe: { apiUrl: string; secretKey: string; webhookSecret: string; priceId: string };
  /** One call of `/control`; `path` without that prefix. Throws on an error answer. */
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 5_000;

/** Starts the built simulator on free ports, with an Apple key pair, Spotify and Stripe credentials of its own. */
export async function startSimulator(options: { env?: Record<string, string> } = {}): Promise<RunningSimulator> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const env: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    APP_URL: 'http://127.0.0.1:3000',
    SPOTIFY_CLIENT_ID: 'segue-test-client',
    SPOTIFY_CLIENT_SECRET: 'segue-test-secret',
    APPLE_TEAM_ID: 'SEGUETEAM1',
    APPLE_KEY_ID: 'SEGUEKEY01',
    APPLE_PUBLIC_KEY: publicKey,
    STRIPE_SECRET_KEY: 'sk_test_segue',
    STRIPE_WEBHOOK_SECRET: 'whsec_segue',
    STRIPE_PRICE_ID: 'price_segue',
    ...options.env,
  };
  const child = spawn(process.execPath, [join(workspaceRoot(), 'apps/simulator/dist/main.js')], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const baseUrl = `http://127.0.0.1:${env.PORT}`;
  await untilReady(child, baseUrl);
  return {
    baseUrl,
    smtpPort: Number(env.SMTP_PORT),
    appUrl: env.APP_URL ?? '',
    spotifyClient: {
      clientId: env.SPOTIFY_CLIENT_ID ?? '',
      clientSecret: env.SPOTIFY_CLIENT_SECRET ?? '',
      redirectUri: `${env.APP_URL}/api/spotify/callback`,
    },
    appleKeys: { teamId: env.APPLE_TEAM_ID ?? '', keyId: env.APPLE_KEY_ID ?? '', privateKey, publicKey },
    stripe: {
      apiUrl: `${baseUrl}/stripe`,
      secretKey: env.STRIPE_SECRET_KEY ?? '',
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
      priceId: env.STRIPE_PRICE_ID ?? '',
    },
    control: (method, path, body) => control(baseUrl, method, path, body),
    stop: () => stop(child),
  };
}

async function control<Answer>(baseUrl: string, method: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${baseUrl}/control${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} /control${path} answered ${response.status}: ${answer}`);
  return JSON.parse(answer) as Answer;
}

async function untilReady(child: ChildProcess, baseUrl: string): Promise<void> {
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const deadlineMs = Date.now() + START_WITHIN_MS;
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`The simulator ended at start: ${complaints}`);
    const answer = await fetch(`${baseUrl}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  await stop(child);
  throw new Error(`The simulator was not ready within ${START_WITHIN_MS} ms. ${complaints}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

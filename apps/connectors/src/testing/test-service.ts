import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@segue/contracts';
import { EndedSessions, Clock, createLogger, createService, FIND_SIGNING_KEY, ServiceTokens } from '@segue/service';
import { SignJWT } from 'jose';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { ConnectorsEnv } from '../env.js';
import { HTTP_CLIENT, type HttpClient } from '../http/http-client.js';
import { SystemTiming, Timing } from '../timing.js';
import { FakeApple } from './fake-apple.js';
import { fakeSongs } from './fake-songs.js';
import { FakeSpotify } from './fake-spotify.js';

/** Real waiting, but the calendar can be moved. */
class MovableTiming extends SystemTiming {
  private offsetMs = 0;

  override now(): number {
    return Date.now() + this.offsetMs;
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }
}

const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SERVICE_SECRET = randomBytes(32).toString('hex');
export const APP_URL = 'http://127.0.0.1:43000';
export const A_KEY = `one:${randomBytes(32).toString('base64')}`;

interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined for an empty one. */
  readonly body: unknown;
}

export interface TestService {
  readonly app: NestFastifyApplication;
  readonly database: DataSource;
  readonly spotify: FakeSpotify;
  readonly apple: FakeApple;
  readonly timing: MovableTiming;
  /** Everything that was logged. */
  readonly log: string[];
  call(userId: string, method: 'GET' | 'POST', url: string, body?: object): Promise<Answer>;
  /** As another service would ask, for a member. */
  internal(userId: string, method: 'GET' | 'POST', url: string, body?: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** The whole service on a database of its own, with both platforms in memory. */
export async function startTestService(databaseUrl: string, keys = A_KEY): Promise<TestService> {
  const spotify = new FakeSpotify(fakeSongs(120));
  const appleHost = new FakeApple(fakeSongs(120));
  const timing = new MovableTiming();
  const log: string[] = [];
  const logger = createLogger('connectors', 'debug', sink(log));
  const http: HttpClient = (request) =>
    request.url.includes('spotify') ? spotify.http(request) : appleHost.http(request);
  const app = await createService({
    name: 'connectors',
    logger,
    module: AppModule.forRoot(envOf(databaseUrl, keys), logger, {
      shared: [
        { provide: FIND_SIGNING_KEY, useValue: async () => signing.publicKey },
        { provide: Clock, useValue: { now: () => new Date(timing.now()) } },
      ],
      own: [
        { provide: HTTP_CLIENT, useValue: http },
        { provide: Timing, useValue: timing },
      ],
    }),
  });
  await app.init();
  app.get(EndedSessions).markLoaded();
  await app.getHttpAdapter().getInstance().ready();
  const send = async (headers: Record<string, string>, method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  return {
    app,
    database: app.get(DataSource),
    spotify,
    apple: appleHost,
    timing,
    log,
    call: async (userId, method, url, body) => send(await bearerOf(userId), method, url, body),
    internal: async (userId, method, url, body) => send(await serviceHeaderOf(userId), method, url, body),
    stop: async () => {
      await app.get(DataSource).destroy();
      await app.close();
    },
  };
}

export async function bearerOf(userId: string): Promise<{ authorization: string }> {
  const claims = { _id: userId, name: 'Mia', email: 'mia@segue.test', isAdmin: false, jti: randomUUID() };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setSubject(userId)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(signing.privateKey);
  return { authorization: `Bearer ${token}` };
}

async function serviceHeaderOf(userId: string): Promise<Record<string, string>> {
  return { 'x-segue-service': await new ServiceTokens('sync', SERVICE_SECRET).sign('connectors', userId) };
}

const sink = (log: string[]) => new Writable({ write: (line, _, done) => done(void log.push(String(line))) });

const envOf = (databaseUrl: string, keys: string): ConnectorsEnv =>
  ConnectorsEnv.parse({
    NODE_ENV: 'test',
    APP_URL,
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Segue <no-reply@segue.test>',
    JWT_SERVICE_SECRET: SERVICE_SECRET,
    SPOTIFY_CLIENT_ID: 'client',
    SPOTIFY_CLIENT_SECRET: 'secret',
    SPOTIFY_ACCOUNTS_URL: 'https://accounts.spotify.test',
    SPOTIFY_API_URL: 'https://api.spotify.test/v1',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_KEY_ID: 'KEY1234567',
    APPLE_PRIVATE_KEY: String(apple.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    APPLE_API_URL: 'https://api.music.apple.test/v1',
    TOKEN_ENCRYPTION_KEYS: keys,
  });

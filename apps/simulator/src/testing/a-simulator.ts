import { generateKeyPairSync } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type LightMyRequestResponse } from 'fastify';
import { importPKCS8, SignJWT } from 'jose';
import { readShippedCatalogue } from '../catalogue/read-catalogue.js';
import { type Chance } from '../chance.js';
import { Clock } from '../clock.js';
import { type ListenerFormInput } from '../listeners/listener-form.js';
import { createSimulator, type Simulator, type SimulatorOptions } from '../simulator.js';

export const APP_URL = 'http://127.0.0.1:3000';
export const REDIRECT_URI = `${APP_URL}/api/spotify/callback`;
const BASE_URL = 'http://127.0.0.1:3100';
export const CLIENT = { clientId: 'client-1', clientSecret: 'secret-1' };
export const STRIPE = {
  secretKey: 'sk_test_segue',
  webhookSecret: 'whsec_segue',
  priceId: 'price_segue',
  webhookUrl: `${APP_URL}/api/billing/webhook`,
};
export const APPLE = { teamId: 'TEAM123456', keyId: 'KEY1234567' };
const ALL_SCOPES =
  'playlist-read-private playlist-read-collaborative playlist-modify-public playlist-modify-private user-library-read user-library-modify user-read-private ugc-image-upload';

const KEYS = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let counted = 0;
/** Ids that count up, so that no test depends on luck. */
const countedChance: Chance = { token: (length) => String((counted += 1)).padStart(length, 'T') };

/** Read once per test file: it takes longer than most tests. */
let shipped: ReturnType<typeof readShippedCatalogue> | undefined;

export type Call = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };
export interface Answer<Body> {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
}

/** A simulator without a port and everything a test says to it. */
export class TestBench {
  private constructor(
    readonly simulator: Simulator,
    readonly clock: Clock,
    private readonly developerToken: string,
  ) {}

  static async create(options: Partial<SimulatorOptions> = {}): Promise<TestBench> {
    const clock = new Clock();
    shipped ??= readShippedCatalogue();
    const simulator = await createSimulator({
      appUrl: APP_URL,
      baseUrl: BASE_URL,
      spotify: { ...CLIENT, quotaMode: 'development' },
      apple: { ...APPLE, publicKey: KEYS.publicKey },
      stripe: STRIPE,
      // Whoever wants to hear events brings ears.
      sendWebhook: async () => 200,
      clock,
      chance: countedChance,
      shipped,
      ...options,
    });
    return new TestBench(simulator, clock, await signDeveloperToken());
  }

  close(): Promise<void> {
    return this.simulator.app.close();
  }

  async call<Body>(call: Call): Promise<Answer<Body>> {
    const isJson = call.body !== undefined && typeof call.body !== 'string';
    const answer = await this.simulator.app.inject({
      method: (call.method ?? 'GET') as 'GET',
      url: call.path,
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...call.headers },
      ...(call.body === undefined ? {} : { payload: isJson ? JSON.stringify(call.body) : (call.body as string) }),
    });
    const isAnswerJson = String(answer.headers['content-type'] ?? '').includes('json');
    const isCompressed = answer.headers['content-encoding'] === 'gzip';
    const text = isCompressed ? gunzipSync(answer.rawPayload).toString('utf8') : answer.body;
    const body = (isAnswerJson ? JSON.parse(text) : text) as Body;
    return { status: answer.statusCode, body, headers: answer.headers };
  }

  async control<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.call<Body>({ method, path: `/control${path}`, body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  listener(platform: 'spotify' | 'apple', id: string, form: Partial<ListenerFormInput>): Promise<unknown> {
    return this.control('PUT', `/listeners/${platform}/${id}`, { displayName: id, country: 'us', ...form });
  }

  /** Consents as `listener` and answers the code's redirect query. */
  async consent(listener: string, more: Record<string, string> = {}): Promise<URLSearchParams> {
    const query = new URLSearchParams({
      client_id: CLIENT.clientId,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: ALL_SCOPES,
      listener,
      decision: 'allow',
      ...more,
    });
    const { headers } = await this.call({ path: `/spotify/accounts/authorize?${query}` });
    return new URL(String(headers.location)).searchParams;
  }

  token(form: Record<string, string>, client: typeof CLIENT | null = CLIENT) {
    const basic = client && Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    return this.call<Record<string, string>>({
      method: 'POST',
      path: '/spotify/accounts/api/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(basic ? { authorization: `Basic ${basic}` } : {}),
      },
      body: new URLSearchParams(form).toString(),
    });
  }

  async connectSpotify(listener: string, scope = ALL_SCOPES): Promise<{ accessToken: string; refreshToken: string }> {
    const code = (await this.consent(listener, { scope })).get('code') ?? '';
    const { body } = await this.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI });
    return { accessToken: body.access_token ?? '', refreshToken: body.refresh_token ?? '' };
  }

  async connectApple(listener: string): Promise<string> {
    const path = `/listeners/apple/${listener}/user-token`;
    return (await this.control<{ userToken: string }>('POST', path)).userToken;
  }

  /** A call of Apple's API; `path` from `/v1`. */
  apple<Body = AppleBody>(path: string, { userToken = '', ...call }: Omit<Call, 'path'> & { userToken?: string } = {}) {
    return this.call<Body>({
      ...call,
      path: `/apple/api${path}`,
      headers: {
        authorization: `Bearer ${this.developerToken}`,
        ...(userToken ? { 'music-user-token': userToken } : {}),
        ...call.headers,
      },
    });
  }
}

export interface AppleResource {
  id: string;
  type: string;
  attributes: Record<string, unknown> & { playParams?: { catalogId?: string } };
  relationships?: { catalog: { data: AppleResource[] } };
}

export interface AppleBody {
  data: AppleResource[];
  next?: string;
  meta: { total: number; filters: { isrc: Record<string, { id: string }[]> } };
  errors: { status: string; code: string; detail: string; source?: { parameter: string } }[];
  results: { songs?: { data: AppleResource[] } };
}

interface TokenWish {
  origin?: string[];
  lifeSeconds?: number;
  keyId?: string;
  privateKey?: string;
}

export async function signDeveloperToken({
  origin,
  lifeSeconds = 3600,
  keyId,
  privateKey,
}: TokenWish = {}): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT(origin ? { origin } : {})
    .setProtectedHeader({ alg: 'ES256', kid: keyId ?? APPLE.keyId })
    .setIssuer(APPLE.teamId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(await importPKCS8(privateKey ?? KEYS.privateKey, 'ES256'));
}

import {
  type Endpoint,
  login,
  pathOf,
  type PlatformId,
  platformConnect,
  platformLogin,
  register,
} from '@segue/contracts';
import { randomUUID } from 'node:crypto';

export interface Answer {
  status: number;
  headers: Headers;
  // Whoever asks looks into whatever came back; the contract is checked by the services' own types.
  body: ReturnType<typeof JSON.parse>;
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface CallOptions extends RequestOptions {
  params?: Record<string, string>;
}

export interface ListenerLibrary {
  playlists: Array<{ id: string; name: string; trackIds: unknown[] }>;
}

export interface UpstreamCalls {
  total: number;
  byEndpoint: Record<string, number>;
}

const DEMO_PASSWORD = 'segue-demo-password';
export const PASSWORD = 'a sound passphrase 7';

/** Speaks to a running system and to its simulator over HTTP, as a client without our types would. */
export class SystemClient {
  /** @param address where a proxy in front says that the requests come from; the system has to believe proxies. */
  constructor(
    private readonly appUrl: string,
    private readonly simulatorUrl: string,
    private readonly address?: string,
  ) {}

  async request(method: string, path: string, { token, body, headers = {} }: RequestOptions = {}): Promise<Answer> {
    const response = await fetch(this.appUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(this.address === undefined ? {} : { 'x-forwarded-for': this.address }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  call(endpoint: Endpoint, { params, ...options }: CallOptions = {}): Promise<Answer> {
    return this.request(endpoint.method, pathOf(endpoint, params), options);
  }

  /** A fresh member, signed in. @throws Error when the system lets nobody in. */
  async newMember(): Promise<{ token: string; email: string }> {
    const email = `${randomUUID()}@members.test`;
    await this.granted(register, { name: 'Robin Tester', email, password: PASSWORD });
    return { token: await this.signIn(email, PASSWORD), email };
  }

  /** The token of a demo account. @throws Error when the system does not let it in. */
  demoToken(name: 'admin' | 'free' | 'premium'): Promise<string> {
    return this.signIn(`${name}@segue.test`, process.env['SEGUE_DEMO_PASSWORD'] ?? DEMO_PASSWORD);
  }

  private async signIn(email: string, password: string): Promise<string> {
    return (await this.granted(login, { email, password })).body.token;
  }

  private async granted(endpoint: Endpoint, body: object): Promise<Answer> {
    const answer = await this.call(endpoint, { body });
    if (answer.status === 200) return answer;
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  /** Connects a member to a listener of the simulator, through the real consent flow without the click. */
  async connect(platform: PlatformId, listener: string, token: string): Promise<void> {
    if (platform === 'apple') {
      const path = `/control/listeners/apple/${listener}/user-token`;
      const { userToken } = await this.control<{ userToken: string }>('POST', path);
      await this.call(platformConnect, { params: { platform }, token, body: { userToken } });
      return;
    }
    const started = await this.call(platformLogin, { params: { platform }, token });
    if (started.status !== 200) throw new Error(`${platform} was not asked: ${JSON.stringify(started.body)}`);
    const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
    const consent = await fetch(`${started.body.url}&listener=${listener}&decision=allow`, { redirect: 'manual' });
    const callback = new URL(consent.headers.get('location') ?? '');
    await this.request('GET', callback.pathname + callback.search, { headers: { cookie } });
  }

  /** One of the simulator's control calls. @throws Error when it refuses. */
  async control<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.simulatorUrl + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Makes a platform account with these playlists. */
  putListener(platform: PlatformId, listener: string, library: object): Promise<unknown> {
    return this.control('PUT', `/control/listeners/${platform}/${listener}`, library);
  }

  /** A listener's library as it stands in the simulator now. */
  libraryOf(platform: PlatformId, listener: string): Promise<ListenerLibrary> {
    return this.control('GET', `/control/listeners/${platform}/${listener}`);
  }

  /** The calls that reached a platform since they were last cleared. */
  upstreamCalls(platform: PlatformId): Promise<UpstreamCalls> {
    return this.control('GET', `/control/requests?platform=${platform}`);
  }

  clearUpstreamCalls(): Promise<unknown> {
    return this.control('DELETE', '/control/requests');
  }
}

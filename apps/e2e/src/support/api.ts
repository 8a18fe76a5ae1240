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
import { control } from './simulator.js';
import { appUrl } from './system.js';

export interface Answer {
  status: number;
  headers: Headers;
  // The tests look into whatever came back; the contract is checked by the services' own types.
  body: ReturnType<typeof JSON.parse>;
}

interface CallOptions {
  token?: string;
  body?: unknown;
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

/** One request over HTTP, as a client without our types would make it. */
export async function request(
  method: string,
  path: string,
  { token, body, headers = {} }: Omit<CallOptions, 'params'> = {},
): Promise<Answer> {
  const response = await fetch(appUrl() + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export const call = (endpoint: Endpoint, { params, ...options }: CallOptions = {}): Promise<Answer> =>
  request(endpoint.method, pathOf(endpoint, params), options);

export const PASSWORD = 'a sound passphrase 7';

/** A fresh member, signed in. */
export async function newMember(): Promise<{ token: string; email: string }> {
  const email = `${randomUUID()}@members.test`;
  await call(register, { body: { name: 'Robin Tester', email, password: PASSWORD } });
  const { body } = await call(login, { body: { email, password: PASSWORD } });
  return { token: body.token, email };
}

/** Connects a member to a listener of the simulator, through the real consent flow without the click. */
export async function connect(platform: PlatformId, listener: string, token: string): Promise<void> {
  if (platform === 'apple') {
    const { userToken } = await control<{ userToken: string }>(
      'POST',
      `/control/listeners/apple/${listener}/user-token`,
    );
    await call(platformConnect, { params: { platform }, token, body: { userToken } });
    return;
  }
  const started = await call(platformLogin, { params: { platform }, token });
  const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
  const consent = await fetch(`${started.body.url}&listener=${listener}&decision=allow`, { redirect: 'manual' });
  const callback = new URL(consent.headers.get('location') ?? '');
  await request('GET', callback.pathname + callback.search, { headers: { cookie } });
}

import { randomUUID } from 'node:crypto';
import { APP_URL, bearerOf, type TestService } from './test-service.js';

/** Connecting Spotify as a browser does it, step by step. */
export function consentFlow(service: TestService) {
  async function login(userId: string): Promise<{ state: string; cookie: string; url: URL }> {
    const answer = await service.app.inject({ url: '/api/spotify/login', headers: await bearerOf(userId) });
    const url = new URL(answer.json<{ url: string }>().url);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { state: url.searchParams.get('state') ?? '', cookie, url };
  }

  /** @returns where the browser is sent. */
  async function callback(query: Record<string, string> | [string, string][], cookie?: string): Promise<string> {
    const search = new URLSearchParams(query).toString();
    const headers = cookie ? { cookie } : {};
    const answer = await service.app.inject({ url: `/api/spotify/callback?${search}`, headers });
    expect(answer.statusCode).toBe(302);
    return String(answer.headers.location);
  }

  /** @returns a member who is connected. */
  async function connected(): Promise<string> {
    const userId = randomUUID();
    const { state, cookie } = await login(userId);
    expect(await callback({ code: 'c', state }, cookie)).toBe(`${APP_URL}/platforms?connected=spotify`);
    return userId;
  }

  return { login, callback, connected };
}

import { createHash, randomUUID } from 'node:crypto';
import { ConnectorsStage } from '../testing/connectors-stage.js';
import { consentFlow } from '../testing/consent-flow.js';
import { answerOf } from '../testing/fake-http.js';
import { APP_URL, bearerOf } from '../testing/test-service.js';
import { Connection } from './connection.entity.js';

const s = ConnectorsStage.forFile();
const { login, callback, connected } = consentFlow(s);

const tokenCalls = () => s.spotify.count('POST', /api\/token$/);
const status = async (userId: string) => (await s.call(userId, 'GET', '/api/spotify/status')).body;

describe('connecting Spotify', () => {
  it('stores a connection that works', async () => {
    const userId = await connected();
    expect(await status(userId)).toMatchObject({
      connected: true,
      reconnectRequired: false,
      consentEndsAt: expect.any(String),
    });
    expect((await s.call(userId, 'GET', '/api/spotify/me')).body).toEqual({ display_name: 'Mia', avatar: null });
    const events: { name: string }[] = await s.database.query('SELECT name FROM outbox');
    expect(events).toEqual([{ name: 'platform.connected' }]);
  });

  it('starts afresh each time [S73]', async () => {
    const [first, second] = [await login(randomUUID()), await login(randomUUID())];
    expect(first.state).not.toBe(second.state);
    expect(first.state.length).toBeGreaterThanOrEqual(43);
    expect(first.cookie).not.toBe(second.cookie);
  });

  it.each<[string, () => Promise<string>, string?]>([
    ['no state', () => callback({ code: 'c' })],
    ['an unknown state', () => callback({ code: 'c', state: 'unknown' }, 'segue_oauth=x')],
    ['no cookie', async () => callback({ code: 'c', state: (await login(randomUUID())).state })],
    [
      'the cookie of another browser',
      async () => callback({ code: 'c', state: (await login(randomUUID())).state }, (await login(randomUUID())).cookie),
    ],
    [
      'a state older than ten minutes',
      async () => {
        const { state, cookie } = await login(randomUUID());
        s.timing.advance(10 * 60_000 + 1);
        return callback({ code: 'c', state }, cookie);
      },
    ],
    [
      'a refusal by the member',
      async () => {
        const { state, cookie } = await login(randomUUID());
        return callback({ error: 'access_denied', state }, cookie);
      },
      'platform_consent_denied',
    ],
    [
      'a code twice',
      async () => {
        const { state, cookie } = await login(randomUUID());
        return callback(
          [
            ['code', 'c'],
            ['code', 'd'],
            ['state', state],
          ],
          cookie,
        );
      },
    ],
    [
      'a code of 5 kB',
      async () => {
        const { state, cookie } = await login(randomUUID());
        return callback({ code: 'c'.repeat(5000), state }, cookie);
      },
    ],
    [
      'a code and an error at once',
      async () => {
        const { state, cookie } = await login(randomUUID());
        return callback({ error: 'access_denied', code: 'c', state }, cookie);
      },
      'platform_consent_denied',
    ],
  ])('asks Spotify for no token with %s [S74, S75, S77]', async (_, open, error = 'platform_connect_failed') => {
    expect(await open()).toBe(`${APP_URL}/platforms?error=${error}`);
    expect(tokenCalls()).toBe(0);
    expect(await s.database.getRepository(Connection).count()).toBe(0);
  });

  it('uses a state once, also when two callbacks race [S74]', async () => {
    const { state, cookie } = await login(randomUUID());
    const results = await Promise.all([callback({ code: 'c', state }, cookie), callback({ code: 'c', state }, cookie)]);
    expect(results.filter((location) => location.includes('connected=spotify'))).toHaveLength(1);
    expect(tokenCalls()).toBe(1);
  });

  it("sends the code with the consent's own secret, which no other consent knows [S76]", async () => {
    const { url, state, cookie } = await login(randomUUID());
    await login(randomUUID());
    await callback({ code: 'of another consent', state }, cookie);
    const [sent] = s.spotify.seen.filter(({ path }) => path.endsWith('/token'));
    const verifier = String(Object(sent?.body).code_verifier);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(url.searchParams.get('code_challenge')).toBe(challenge);
  });

  it.each(['redirect', 'next', 'returnTo', 'redirect_uri', 'url'])(
    'leads back to our own page, whatever %s says [S78]',
    async (name) => {
      const userId = randomUUID();
      const headers = await bearerOf(userId);
      const started = await s.app.inject({ url: `/api/spotify/login?${name}=//evil.test`, headers });
      expect(new URL(started.json<{ url: string }>().url).origin).toBe('https://accounts.spotify.test');
      expect(started.body).not.toContain('evil.test');
      const { state, cookie } = await login(userId);
      const location = await callback({ code: 'c', state, [name]: 'https://evil.test/' }, cookie);
      expect(location).toBe(`${APP_URL}/platforms?connected=spotify`);
    },
  );

  it('leaves neither code nor state in the address, the referrer or the log [S79]', async () => {
    const { state, cookie } = await login(randomUUID());
    const url = `/api/spotify/callback?code=canary-code&state=${state}`;
    const answer = await s.app.inject({ url, headers: { cookie } });
    expect(answer.headers.location).toBe(`${APP_URL}/platforms?connected=spotify`);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(s.log.join('')).not.toContain('canary-code');
    expect(s.log.join('')).not.toContain(state);
  });

  it.each([
    ['is away', answerOf(503)],
    ['fails', answerOf(500)],
    ['answers nonsense', answerOf(200, 'nonsense')],
    ['answers something else', answerOf(200, { token: 'x' })],
    ['does not answer', undefined],
  ])('says that it failed when the token endpoint %s, and works the next time [S80]', async (_, answer) => {
    const userId = randomUUID();
    s.spotify.faults.push({ path: /token$/, ...(answer && { answer }), times: 9 });
    const { state, cookie } = await login(userId);
    expect(await callback({ code: 'c', state }, cookie)).toMatch(/\/platforms\?error=platform_/);
    expect(await status(userId)).toMatchObject({ connected: false, reconnectRequired: false });
    s.spotify.faults.length = 0;
    const again = await login(userId);
    expect(await callback({ code: 'c', state: again.state }, again.cookie)).toContain('connected=spotify');
  });

  it('is not connected when the account may not use the app', async () => {
    const userId = randomUUID();
    const { state, cookie } = await login(userId);
    s.spotify.faults.push({ path: /\/me$/, answer: answerOf(403, { error: { status: 403 } }), times: 1 });
    expect(await callback({ code: 'c', state }, cookie)).toContain('error=platform_account_not_listed');
    expect(await status(userId)).toMatchObject({ connected: false, reconnectRequired: false });
  });

  it('refuses an account that another member has connected [S81]', async () => {
    const first = await connected();
    const second = randomUUID();
    const { state, cookie } = await login(second);
    expect(await callback({ code: 'c', state }, cookie)).toContain('error=platform_account_taken');
    expect(await status(first)).toMatchObject({ connected: true });
    expect(await status(second)).toMatchObject({ connected: false });
  });
});

import { createHash } from 'node:crypto';
import { CLIENT, REDIRECT_URI, TestBench } from '../testing/a-simulator.js';
import { spotifyCaller } from '../testing/spotify-caller.js';
import { isAllowedRedirect } from './redirect-rule.js';

const HALF_A_YEAR_SECONDS = 182 * 24 * 3600;
const VERIFIER = 'a'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

let bench: TestBench;
beforeAll(async () => (bench = await TestBench.create()));
afterAll(() => bench.close());
afterEach(() => bench.control('POST', '/reset'));

const exchange = (code: string | null, more: Record<string, string> = {}, client: typeof CLIENT | null = CLIENT) =>
  bench.token({ grant_type: 'authorization_code', code: code ?? '', redirect_uri: REDIRECT_URI, ...more }, client);

describe('the consent page', () => {
  const address = (more: Record<string, string>) =>
    `/spotify/accounts/authorize?${new URLSearchParams({ client_id: CLIENT.clientId, response_type: 'code', redirect_uri: REDIRECT_URI, ...more })}`;

  it('shows the demo listeners to choose from', async () => {
    const { status, body } = await bench.call<string>({ path: address({ state: 's' }) });
    expect(status).toBe(200);
    expect(body).toContain('value="demo-large"');
    expect(body).toContain('Allow');
  });

  it('sends the state back with the code, and with a refusal', async () => {
    const allowed = await bench.consent('demo-small', { state: 'st/1' });
    expect(allowed.get('state')).toBe('st/1');
    const denied = await bench.consent('demo-small', { state: 'st/2', decision: 'deny' });
    expect(Object.fromEntries(denied)).toEqual({ error: 'access_denied', state: 'st/2' });
  });

  it('keeps the browser when client or redirect address are wrong', async () => {
    const wrongs: Record<string, string>[] = [{ client_id: 'nobody' }, { redirect_uri: `${REDIRECT_URI}/` }];
    for (const more of wrongs) {
      const { status, headers, body } = await bench.call<string>({ path: address(more) });
      expect(status).toBe(400);
      expect(headers.location).toBeUndefined();
      expect(body).toContain('INVALID_CLIENT');
    }
  });

  it('refuses a challenge that is not S256', async () => {
    expect((await bench.consent('demo-small', { ...PKCE, code_challenge_method: 'plain' })).get('error')).toBe(
      'invalid_request',
    );
  });
});

describe('the redirect rule', () => {
  it.each([
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:3000/cb', true],
    ['https://segue.test/cb', 'https://segue.test/cb', true],
    ['https://segue.test/cb', 'https://segue.test/CB', false],
    ['http://segue.test/cb', 'http://segue.test/cb', false],
    ['http://localhost:3000/cb', 'http://localhost:3000/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:9999/cb', true],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:9999/cb', false],
  ])('registered %s, asked %s: %s', (registered, asked, allowed) => {
    expect(isAllowedRedirect(registered, asked)).toBe(allowed);
  });
});

describe('codes', () => {
  it('turn into tokens once', async () => {
    const code = (await bench.consent('demo-small')).get('code');
    const first = await exchange(code);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect((await exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('die after ten minutes', async () => {
    const code = (await bench.consent('demo-small')).get('code');
    await bench.control('PUT', '/clock', { offsetSeconds: 601 });
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('are bound to the redirect address', async () => {
    const code = (await bench.consent('demo-small')).get('code');
    expect((await exchange(code, { redirect_uri: 'http://127.0.0.1:3000/else' })).status).toBe(400);
  });

  it('need the PKCE verifier when a challenge was given, secret or not', async () => {
    const wrong = (await bench.consent('demo-small', PKCE)).get('code');
    expect((await exchange(wrong, { code_verifier: 'b'.repeat(43) })).body.error).toBe('invalid_grant');
    const without = (await bench.consent('demo-small', PKCE)).get('code');
    expect((await exchange(without)).status).toBe(400);
    const both = (await bench.consent('demo-small', PKCE)).get('code');
    expect((await exchange(both, { code_verifier: VERIFIER })).status).toBe(200);
    const publicClient = (await bench.consent('demo-small', PKCE)).get('code');
    const answer = await exchange(publicClient, { code_verifier: VERIFIER, client_id: CLIENT.clientId }, null);
    expect(answer.status).toBe(200);
  });

  it('are refused with the flat error shape for a wrong or missing client', async () => {
    const bad = await exchange('x', {}, { ...CLIENT, clientSecret: 'wrong' });
    expect(bad).toMatchObject({ status: 400, body: { error: 'invalid_client', error_description: 'Invalid client' } });
    expect((await exchange('x', {}, null)).body).toEqual({ error: 'invalid_client' });
  });
});

describe('refresh', () => {
  const refresh = (token: string) => bench.token({ grant_type: 'refresh_token', refresh_token: token });

  it('keeps the refresh token and says nothing of it', async () => {
    const { refreshToken } = await bench.connectSpotify('demo-small');
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('refresh_token');
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('replaces the refresh token where rotation is on', async () => {
    await bench.control('PUT', '/switches', { spotifyRefreshRotation: true });
    const { refreshToken } = await bench.connectSpotify('demo-small');
    const { body } = await refresh(refreshToken);
    expect((await refresh(refreshToken)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(body.refresh_token ?? '')).status).toBe(200);
  });

  it('ends six months after the consent, however often it was used', async () => {
    const { refreshToken } = await bench.connectSpotify('demo-small');
    await bench.control('PUT', '/clock', { offsetSeconds: HALF_A_YEAR_SECONDS - 60 });
    expect((await refresh(refreshToken)).status).toBe(200);
    await bench.control('PUT', '/clock', { offsetSeconds: HALF_A_YEAR_SECONDS + 60 });
    expect(await refresh(refreshToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('ends when the listener revokes', async () => {
    const { accessToken, refreshToken } = await bench.connectSpotify('demo-small');
    await bench.control('POST', '/listeners/spotify/demo-small/revoke');
    expect((await spotifyCaller(bench, accessToken)('/me')).status).toBe(401);
    expect((await refresh(refreshToken)).body.error).toBe('invalid_grant');
  });
});

describe('access tokens', () => {
  it('expire after an hour and say so', async () => {
    const { accessToken } = await bench.connectSpotify('demo-small');
    await bench.control('PUT', '/clock', { offsetSeconds: 3601 });
    const { status, body, headers } = await spotifyCaller(bench, accessToken)('/me');
    expect(status).toBe(401);
    expect(body.error.message).toBe('The access token expired');
    expect(headers['www-authenticate']).toContain('invalid_token');
  });

  it('are asked for when missing', async () => {
    const { status, headers } = await spotifyCaller(bench, '')('/me');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toContain('missing_token');
  });

  it('work for allow-listed people only, though everybody may consent', async () => {
    await bench.control('PUT', '/switches', { spotifyAllowList: ['demo-large'] });
    const { accessToken } = await bench.connectSpotify('demo-small');
    const { status, body } = await spotifyCaller(bench, accessToken)('/me');
    expect(status).toBe(403);
    expect(body.error.message).toBe('User not registered in the Developer Dashboard');
  });
});

import { createTestDatabase, eventually, TestTokens } from '@segue/testing';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AppError } from '../app-error.js';
import { type Sample, SERVICE_SECRET, startSample } from '../testing/start-sample.js';
import { SESSIONS_ENDED_CHANNEL } from './ended-sessions.js';
import { ServiceTokens } from './service-token.js';
import type { FindSigningKey } from './signing-keys.js';

const tokens = new TestTokens();
const strangers = new TestTokens();
const MIA = randomUUID();
const ADA = randomUUID();
let sample: Sample;

const findSigningKey: FindSigningKey = async (token) => {
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
  if (kid !== tokens.kid) throw new AppError('unauthenticated');
  return tokens.findSigningKey();
};

beforeAll(async () => {
  const databaseUrl = (await createTestDatabase()).urlOf('billing');
  sample = await startSample({ databaseUrl, findSigningKey, administrators: [ADA] });
});
afterAll(() => sample.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(sample.url + path, { headers });
const withToken = (token: string, path = '/api/sample/mine') => get(path, { authorization: `Bearer ${token}` });
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const nowSeconds = () => Math.floor(Date.now() / 1000);

async function expectRefused(response: Response, status: number, code: string): Promise<void> {
  const text = await response.text();
  expect(response.status).toBe(status);
  expect(text).not.toContain('secret');
  expect(JSON.parse(text)).toMatchObject({ code });
}

describe('a route', () => {
  it('that does not say who may call it is closed to everybody', async () => {
    await expectRefused(await get('/api/sample/forgotten'), 403, 'forbidden');
    await expectRefused(await withToken(await tokens.access(ADA), '/api/sample/forgotten'), 403, 'forbidden');
  });

  it('for members is closed to guests', async () => {
    await expectRefused(await get('/api/sample/mine'), 401, 'unauthenticated');
  });

  it('for administrators asks who is one now and not the token [S37]', async () => {
    const claimsToBe = await tokens.access(MIA, { isAdmin: true });
    await expectRefused(await withToken(claimsToBe, '/api/sample/admins'), 403, 'forbidden');
    await expectRefused(await get('/api/sample/admins'), 401, 'unauthenticated');
    const is = await tokens.access(ADA, { isAdmin: false });
    expect((await withToken(is, '/api/sample/admins')).status).toBe(200);
  });
});

describe('a route for services', () => {
  const ask = (headers: Record<string, string>) => fetch(`${sample.url}/internal/sample`, { method: 'POST', headers });

  it('acts for the member in the service token', async () => {
    const token = await new ServiceTokens('sync', SERVICE_SECRET).sign('billing', MIA);
    const forged = { 'x-user-id': ADA, authorization: `Bearer ${await tokens.access(ADA)}` };
    const answer = await ask({ 'x-segue-service': token, ...forged });
    expect(await answer.json()).toEqual({ userId: MIA });
  });

  it.each([
    ['no token', async () => ''],
    ['a token for another service', () => new ServiceTokens('sync', SERVICE_SECRET).sign('connectors', MIA)],
    ['a forged token', () => new ServiceTokens('sync', 'o'.repeat(32)).sign('billing', MIA)],
    ["a member's access token", () => tokens.access(MIA)],
  ])('is closed to %s [S57]', async (_, token) => {
    await expectRefused(await ask({ 'x-segue-service': await token() }), 401, 'unauthenticated');
  });

  it("does not take a member's token in the member's header either [S32]", async () => {
    await expectRefused(await ask(await tokens.bearer(MIA)), 401, 'unauthenticated');
  });
});

describe('an access token', () => {
  it('lets its member in, however the scheme is written', async () => {
    const token = await tokens.access(MIA);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await get('/api/sample/mine', { authorization: `${scheme} ${token}` });
      expect(await answer.json()).toEqual({ userId: MIA });
    }
  });

  it('counts in the Authorization header only [S33]', async () => {
    const token = await tokens.access(MIA);
    await expectRefused(await get(`/api/sample/mine?token=${token}&access_token=${token}`), 401, 'unauthenticated');
    await expectRefused(await get('/api/sample/mine', { cookie: `token=${token}` }), 401, 'unauthenticated');
    await expectRefused(await get('/api/sample/mine', { authorization: `Basic ${token}` }), 401, 'unauthenticated');
  });

  const claims = () => ({
    ...{ sub: MIA, _id: MIA, name: 'M', email: 'm@segue.test', isAdmin: true, jti: randomUUID() },
    ...{ iss: 'segue-auth', aud: 'segue', iat: nowSeconds(), exp: nowSeconds() + 600 },
  });
  const hmac = (key: string | Buffer) =>
    new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: tokens.kid })
      .sign(typeof key === 'string' ? new TextEncoder().encode(key) : key);
  const edited = async () => {
    const [header, payload = '', signature] = (await tokens.access(MIA)).split('.');
    const changed = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), _id: ADA, sub: ADA };
    return [header, base64url(changed), signature].join('.');
  };
  const unsigned = (alg: string) => `${base64url({ alg, kid: tokens.kid })}.${base64url(claims())}.`;

  it.each([
    ['alg none', () => unsigned('none')],
    ['alg None', () => unsigned('None')],
    ['alg nOnE', () => unsigned('nOnE')],
    ['HS256 with the public key as PEM', () => hmac(tokens.keys.publicKey.export({ type: 'spki', format: 'pem' }))],
    ['HS256 with the public key as DER', () => hmac(tokens.keys.publicKey.export({ type: 'spki', format: 'der' }))],
    ['HS256 with "secret"', () => hmac('secret')],
    ['an edited payload', edited],
    ["somebody else's signature", () => strangers.access(MIA)],
    ['a key nobody knows', () => tokens.access(MIA, {}, { kid: 'other' })],
    ['a path as its key', () => tokens.access(MIA, {}, { kid: '../../dev/null' })],
    ['an end in the past', () => tokens.access(MIA, { exp: nowSeconds() - 1 })],
    ['no end', () => tokens.access(MIA, { exp: undefined })],
    ['an end that is a text', () => tokens.access(MIA, { exp: '9999999999' as never }).catch(() => unsigned('ES256'))],
    ['a beginning in the future', () => tokens.access(MIA, { nbf: nowSeconds() + 60 })],
    ['another audience', () => tokens.access(MIA, { aud: 'somebody-else' })],
    ['no audience', () => tokens.access(MIA, { aud: undefined })],
    ['another issuer', () => tokens.access(MIA, { iss: 'somebody-else' })],
    ['no issuer', () => tokens.access(MIA, { iss: undefined })],
    ['no member', () => tokens.access(MIA, { _id: undefined })],
    ['no session', () => tokens.access(MIA, { jti: undefined })],
    ["a service's secret behind it", () => new ServiceTokens('sync', SERVICE_SECRET).sign('billing', MIA)],
    ['nothing in it', () => '..'],
  ])('with %s is refused [S27, S28, S29, S30, S31, S32]', async (_, token) => {
    await expectRefused(await withToken(await token()), 401, 'unauthenticated');
  });

  it('of a session that ended is refused at once, and a fresh one works', async () => {
    const jti = randomUUID();
    const token = await tokens.access(MIA, { jti });
    expect((await withToken(token)).status).toBe(200);
    const ended = JSON.stringify([{ jti, expiresAtMs: Date.now() + 60_000 }]);
    await sample.app.get(DataSource).query('SELECT pg_notify($1, $2)', [SESSIONS_ENDED_CHANNEL, ended]);
    await eventually(async () => expect((await withToken(token)).status).toBe(401));
    expect((await withToken(await tokens.access(MIA))).status).toBe(200);
  });

  it('outlives a notification nobody can read', async () => {
    await sample.app.get(DataSource).query('SELECT pg_notify($1, $2)', [SESSIONS_ENDED_CHANNEL, 'garbage']);
    await eventually(() => expect(sample.log.join('')).toContain('listener.bad-payload'));
    expect((await withToken(await tokens.access(MIA))).status).toBe(200);
  });
});

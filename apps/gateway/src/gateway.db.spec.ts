import { createTestDatabase, eventually, freePort, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { sendRaw } from './testing/send-raw.js';
import { answerJson, type Seen, type StubService } from './testing/stub-service.js';
import { startTestGateway, type TestGateway } from './testing/test-gateway.js';

const JSON_UTF8 = 'application/json; charset=utf-8';
const tokens = new TestTokens();
const USER = randomUUID();
let gateway: TestGateway;
let stub: StubService;
let bearer: { authorization: string };

beforeAll(async () => {
  gateway = await startTestGateway({
    databaseUrl: (await createTestDatabase()).urlOf('gateway'),
    jwks: tokens.jwks(),
    variables: { ADMIN_URL: `http://127.0.0.1:${await freePort()}` },
  });
  ({ stub } = gateway);
  bearer = await tokens.bearer(USER);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  stub.seen.length = 0;
  stub.aborted = 0;
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const onlySeen = (): Seen => {
  expect(stub.seen).toHaveLength(1);
  return stub.seen[0] as Seen;
};
const raw = (request: string) => sendRaw(gateway.url, request);
const rawGet = (target: string, headers = '') =>
  raw(`GET ${target} HTTP/1.1\r\nhost: segue.test\r\nconnection: close\r\n${headers}\r\n`);
async function expectRefused(response: Response, status: number, code: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>;
  expect({ status: response.status, code: body.code }).toEqual({ status, code });
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(stub.seen).toEqual([]);
}

describe('a request', () => {
  it('goes to the owner of its route and its answer comes back', async () => {
    stub.answers.set('/api/billing/status', answerJson({ subscriptionStatus: 'none' }));
    const answer = await get('/api/billing/status?x=1', bearer);
    expect(await answer.json()).toEqual({ subscriptionStatus: 'none' });
    expect(onlySeen()).toMatchObject({ method: 'GET', path: '/api/billing/status?x=1' });
  });

  it('carries its body, byte for byte, whether its length is known or not', async () => {
    const body = JSON.stringify({ email: 'mia@segue.test', password: 'pässwörd' });
    await post('/api/auth/login', body);
    const pieces = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    await raw(
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n' +
        `transfer-encoding: chunked\r\n\r\n${pieces}`,
    );
    expect(stub.seen.map((seen) => seen.body)).toEqual([body, body]);
  });

  it('of Stripe arrives as it was signed', async () => {
    const body = '{ "id":"evt_1",\n  "note":"caf\\u00e9 \u00e9" }';
    await post('/api/billing/webhook', body, { 'stripe-signature': 't=1,v1=00', 'content-type': JSON_UTF8 });
    expect(onlySeen()).toMatchObject({ body, headers: { 'stripe-signature': 't=1,v1=00' } });
  });

  it('may have no body where none is needed, or one nobody reads', async () => {
    expect((await fetch(`${gateway.url}/api/auth/logout`, { method: 'POST', headers: bearer })).status).toBe(200);
    const length = 'content-length: 2\r\ncontent-type: application/json\r\n';
    expect(
      await raw(
        `GET /api/billing/status HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${bearer.authorization}\r\n${length}\r\n{}`,
      ),
    ).toMatch(/^HTTP\/1\.1 200/);
  });

  it('keeps its id from end to end [S158]', async () => {
    const answer = await get('/api/billing/status', { ...bearer, 'x-request-id': 'my-request-1' });
    expect(onlySeen().headers['x-request-id']).toBe('my-request-1');
    expect(answer.status).toBe(200);
  });

  it('brings only the headers a client may send [S53, S54, S58]', async () => {
    const forged = {
      'x-user-id': randomUUID(),
      'X-User': 'admin',
      'x-is-admin': 'true',
      x_user_id: 'admin',
      'x-segue-service': 'forged',
      'x-internal-token': 'forged',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-user': 'admin',
      forwarded: 'for=1.2.3.4',
      'x-real-ip': '1.2.3.4',
      'cf-connecting-ip': '1.2.3.4',
      'x-http-method-override': 'DELETE',
    };
    await get('/api/billing/status', { ...bearer, ...forged, 'idempotency-key': 'key-1', 'user-agent': 'test' });
    const { headers } = onlySeen();
    expect(Object.keys(headers).sort()).toEqual(
      [
        ...['accept', 'authorization', 'connection', 'host', 'idempotency-key'],
        ...['user-agent', 'x-forwarded-for', 'x-request-id'],
      ].sort(),
    );
    expect(headers).toMatchObject({ ...bearer, 'x-forwarded-for': '127.0.0.1', 'idempotency-key': 'key-1' });
    expect(stub.seen[0]?.method).toBe('GET');
  });

  it('ends behind the gateway, too, when its client leaves [S72]', async () => {
    let reached = false;
    stub.answers.set('/api/spotify/playlists', () => void (reached = true));
    const leaving = httpRequest(`${gateway.url}/api/spotify/playlists`, { headers: bearer });
    leaving.on('error', () => undefined);
    leaving.end();
    await eventually(() => expect(reached).toBe(true));
    leaving.destroy();
    await eventually(() => expect(stub.aborted).toBe(1));
  });
});

describe('who may pass', () => {
  it('is a member with a good token', async () => {
    expect((await get('/api/billing/status', bearer)).status).toBe(200);
    expect(
      (await get('/api/billing/status', { authorization: bearer.authorization.replace('Bearer', 'bearer') })).status,
    ).toBe(200);
  });

  it.each([
    ['no token', async () => ''],
    ['a token nobody signed', () => new TestTokens().access(USER)],
    ['an expired token', () => tokens.access(USER, { exp: Math.floor(Date.now() / 1000) - 1 })],
    ['a token without an end', () => tokens.access(USER, { exp: undefined })],
    ['a token of another issuer', () => tokens.access(USER, { iss: 'other' })],
    ['a token for others', () => tokens.access(USER, { aud: 'other' })],
    ['a token of an unknown key', () => tokens.access(USER, { isAdmin: true }, { kid: 'other' })],
    ['alg none', async () => `${Buffer.from('{"alg":"none","kid":"test-key"}').toString('base64url')}.e30.`],
    ['garbage', async () => 'garbage'],
    ['5 kB of garbage', async () => 'x'.repeat(5000)],
  ])('is nobody with %s [S27]', async (_, token) => {
    await expectRefused(
      await get('/api/billing/status', { authorization: `Bearer ${await token()}` }),
      401,
      'unauthenticated',
    );
  });

  it('is nobody with a token anywhere else [S33]', async () => {
    const token = bearer.authorization.split(' ')[1] ?? '';
    await expectRefused(await get(`/api/billing/status?token=${token}`), 401, 'unauthenticated');
    await expectRefused(await get('/api/billing/status', { cookie: `token=${token}` }), 401, 'unauthenticated');
  });

  it('is everybody where the contract says so', async () => {
    expect((await get('/api/apple/token')).status).toBe(200);
    expect((await post('/api/auth/login', '{}')).status).toBe(200);
  });

  it('is not decided by a second Authorization header [S33]', async () => {
    const answer = await rawGet(
      '/api/billing/status',
      `authorization: ${bearer.authorization}\r\nAuthorization: Bearer other\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(stub.seen).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    '/api/auth/../admin/users',
    '/api/auth/%2e%2e/admin/users',
    '/api/auth/..%2fadmin/users',
    '/api/auth/%252e%252e/admin/users',
    '//api/admin/users',
    '/api//admin/users',
    '/api/./admin/users',
    '/api/admin/users;x',
    '/api\\admin\\users',
    '/api/admin/users%00',
    '/api%2e/admin',
    'http://127.0.0.1/api/apple/token',
  ])('that could be read in two ways is refused: %s [S55]', async (target) => {
    expect(await rawGet(target)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/);
    expect(stub.seen).toEqual([]);
  });

  it('that is an asterisk is none', async () => {
    expect(await rawGet('*')).toMatch(/^HTTP\/1\.1 40[04]/);
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/auth/profile/', '/api/swagger'])(
    'of the API that is none is a JSON 404: %s [S69]',
    async (path) => {
      await expectRefused(await get(path, bearer), 404, 'not_found');
    },
  );

  it.each([
    '/internal/auth/jwks',
    '/internal/billing/allowance/claim',
    '/internal/gateway/state',
    '/internal/gateway/logs',
  ])('inside is not reachable: %s [S56]', async (path) => {
    await expectRefused(await get(path, { 'x-segue-service': 'forged' }), 404, 'not_found');
    await expectRefused(await get(path), 404, 'not_found');
    expect((await post(path, '{}')).status).toBe(404);
    expect(stub.seen).toEqual([]);
  });

  it('that does not answer to a method says to which it does [S58]', async () => {
    const answer = await get('/api/auth/register');
    expect(answer.headers.get('allow')).toBe('POST');
    await expectRefused(answer, 405, 'method_not_allowed');
  });

  it.each(['TRACE', 'PROPFIND', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'])('answers no %s [S58]', async (method) => {
    const answer = await raw(`${method} /api/auth/profile HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 405 [^]*allow: GET/i);
    expect(stub.seen).toEqual([]);
  });

  it('of more than 8 kB is too long, and headers of more than 16 kB are too large [S34, S64]', async () => {
    expect(await rawGet(`/api/${'a'.repeat(9000)}`)).toMatch(/^HTTP\/1\.1 414/);
    expect(await rawGet('/api/apple/token', `x-more: ${'a'.repeat(17_000)}\r\n`)).toMatch(/^HTTP\/1\.1 431/);
    const token = `authorization: Bearer ${'a'.repeat(20_000)}\r\n`;
    expect(await rawGet('/api/billing/status', token)).toMatch(/^HTTP\/1\.1 431/);
  });
});

describe('a body', () => {
  it('that is too large is refused before it is read [S62]', async () => {
    const head = `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
    expect(await raw(`${head}content-length: 102401\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413 [^]*payload_too_large/);
    expect(stub.seen).toEqual([]);
  });

  it('that turns out too large on the way is cut off [S62]', async () => {
    const piece = `2800\r\n${'x'.repeat(0x2800)}\r\n`;
    const answer = await raw(
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n' +
        `transfer-encoding: chunked\r\n\r\n${piece.repeat(11)}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(stub.seen).toEqual([]);
  });

  it('of a playlist may be larger', async () => {
    const body = JSON.stringify({ tracks: ['x'.repeat(200_000)] });
    expect((await post('/api/sync/check', body, bearer)).status).toBe(200);
    expect(onlySeen().body).toHaveLength(body.length);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'of the type %s is refused [S63]',
    async (type) => {
      await expectRefused(await post('/api/auth/login', '{}', { 'content-type': type }), 415, 'unsupported_media_type');
    },
  );

  it('that is packed is refused [S62]', async () => {
    await expectRefused(
      await post('/api/auth/login', '{}', { 'content-encoding': 'gzip' }),
      415,
      'unsupported_media_type',
    );
  });

  it.each(['/api/consent', '/api/contact', '/api/withdrawal', '/api/visits', '/api/auth/register'])(
    'that a form of another site could send is refused: %s [S140]',
    async (path) => {
      const headers = { 'content-type': 'text/plain', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
      await expectRefused(await post(path, '{"path":"/pricing"}', headers), 415, 'unsupported_media_type');
    },
  );
});

describe("an administrator's route", () => {
  it('is refused at the door to a token that does not even claim the right', async () => {
    await expectRefused(await get('/api/admin/users', bearer), 403, 'forbidden');
  });
});

describe('a service that is away', () => {
  it('is a 503 with the time to wait, and the others go on', async () => {
    const answer = await post('/api/consent', '{}');
    expect(answer.headers.get('retry-after')).toBe('2');
    await expectRefused(answer, 503, 'service_unavailable');
    expect((await get('/api/billing/status', bearer)).status).toBe(200);
  });

  it('shows in the health of the whole [S130]', async () => {
    const answer = await get('/api/health');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: 'unavailable',
      dependencies: { auth: 'up', billing: 'up', connectors: 'up', sync: 'up', admin: 'down' },
    });
  });

  it('that dies in the middle of its answer cuts the answer off', async () => {
    stub.answers.set('/api/auth/profile', (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"half":');
      setImmediate(() => response.destroy());
    });
    await expect(get('/api/auth/profile', bearer).then((answer) => answer.text())).rejects.toThrow();
  });
});

describe('an answer of the API', () => {
  it('is no page, framed by nobody [S138]', async () => {
    for (const answer of [await get('/api/billing/status', bearer), await get('/api/billing/status')]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it.each(['https://evil.test', 'null', 'https://segue.test.evil.test', 'http://segue.test'])(
    'is not for the pages of %s [S139]',
    async (origin) => {
      const answer = await get('/api/billing/status', { ...bearer, origin });
      const asked = await raw(
        `OPTIONS /api/auth/profile HTTP/1.1\r\nhost: x\r\nconnection: close\r\norigin: ${origin}\r\n` +
          'access-control-request-method: DELETE\r\n\r\n',
      );
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(asked).toMatch(/^HTTP\/1\.1 405/);
      expect(asked).not.toMatch(/access-control-/i);
    },
  );

  it('describes itself as OpenAPI, without what is inside', async () => {
    const document = (await (await get('/api/docs')).json()) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/sync/add-track');
    expect(JSON.stringify(document)).not.toContain('/internal/');
  });
});

import { createTestDatabase, type DeafServer, eventually, startDeafServer, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { sendRaw } from './testing/send-raw.js';
import { startTestGateway, type TestGateway } from './testing/test-gateway.js';

const tokens = new TestTokens();
let gateway: TestGateway;
let deaf: DeafServer;
beforeAll(async () => {
  deaf = await startDeafServer();
  gateway = await startTestGateway({
    databaseUrl: (await createTestDatabase()).urlOf('gateway'),
    jwks: tokens.jwks(),
    variables: { ADMIN_URL: deaf.url },
  });
});
afterAll(async () => {
  await gateway.stop();
  deaf.stop();
});

describe('a connection', () => {
  const withBody = (headers: string, body: string) =>
    sendRaw(
      gateway.url,
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`,
    );

  it.each([
    ['a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked', '0\r\n\r\nGET /api/billing/status'],
    ['two lengths', 'content-length: 2\r\ncontent-length: 30', '{}'],
    ['an encoding nobody knows', 'transfer-encoding: chunked, identity', '0\r\n\r\n'],
    ['a folded header', 'content-length: 2\r\nx-more: a\r\n b', '{}'],
    ['a bare line feed', 'content-length: 2\nx-more: a', '{}'],
    ['a carriage return inside a header', 'content-length: 2\r\nx-more: a\rb', '{}'],
  ])('whose request has %s is closed, and nothing behind it is read [S65]', async (_, headers, body) => {
    const smuggled = 'GET /api/apple/token HTTP/1.1\r\nhost: x\r\n\r\n';
    const answer = await withBody(headers, body + smuggled);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(gateway.stub.seen).toEqual([]);
  });

  it('whose headers do not come to an end is closed after 10 to 15 seconds [S66]', async () => {
    const startedMs = performance.now();
    expect(await sendRaw(gateway.url, 'GET /api/apple/token HTTP/1.1\r\nhost: x\r\nx-slow: ')).toMatch(
      /^HTTP\/1\.1 408/,
    );
    expect(performance.now() - startedMs).toBeLessThan(16_000);
  }, 20_000);

  it('has 30 seconds for a whole request [S67]', () => {
    expect((gateway.app.getHttpServer() as Server).requestTimeout).toBe(30_000);
  });
});

describe('a service that is slower than its requests come', () => {
  it('gets as many as it can answer soon; the rest is told at once to come back, and slow routes go on', async () => {
    const answers: Array<() => void> = [];
    gateway.stub.answers.set('/api/billing/status', (response) => void answers.push(() => response.end('{}')));
    const bearer = await tokens.bearer(randomUUID());
    const statusOf = async (path: string) => {
      const answer = await fetch(gateway.url + path, { headers: bearer });
      await answer.text();
      return [answer.status, answer.headers.get('retry-after')];
    };
    const asked = Array.from({ length: 300 }, () => statusOf('/api/billing/status'));
    const refused = await Promise.any(asked);
    expect(refused).toEqual([503, '2']);
    expect(await statusOf('/api/spotify/playlists')).toEqual([200, null]);
    gateway.stub.answers.set('/api/billing/status', (response) => void response.end('{}'));
    await eventually(() => expect(answers.length).toBe(128));
    for (const answer of answers) answer();
    const statuses = (await Promise.all(asked)).map(([status]) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(256);
    expect(statuses.filter((status) => status === 503)).toHaveLength(44);
    expect(await statusOf('/api/billing/status')).toEqual([200, null]);
  });
});

describe('a service that takes no connection', () => {
  it('is away after two seconds, not after the time its answer may take', async () => {
    const startedMs = performance.now();
    const body = JSON.stringify({ summary: 'declined' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.url}/api/consent`, { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeGreaterThan(1_500);
    expect(tookMs).toBeLessThan(8_000);
  });
});

describe('behind a proxy', () => {
  let proxied: TestGateway;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const variables = { TRUSTED_PROXIES: 'loopback' };
    proxied = await startTestGateway({ databaseUrl: database.urlOf('gateway'), jwks: tokens.jwks(), variables });
  });
  afterAll(() => proxied.stop());
  const seenAddress = async (forwarded: string) => {
    proxied.stub.seen.length = 0;
    await fetch(`${proxied.url}/api/billing/status`, {
      headers: { ...(await tokens.bearer(randomUUID())), 'x-forwarded-for': forwarded },
    });
    return proxied.stub.seen[0]?.headers['x-forwarded-for'];
  };

  it('a client is who the proxy says, not who the client says [S54]', async () => {
    expect(await seenAddress('203.0.113.7')).toBe('203.0.113.7');
    expect(await seenAddress('1.2.3.4, 203.0.113.7')).toBe('203.0.113.7');
  });
});

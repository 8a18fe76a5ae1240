import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClient } from './system-client.js';

const UNAVAILABLE = { code: 'service_unavailable', message: 'Please try again.' };
let server: Server;
let url: string;
/** What the system answers, by path. */
let answers: Record<string, { status: number; body: object }>;
const heard: IncomingHttpHeaders[] = [];

beforeEach(async () => {
  heard.length = 0;
  answers = {
    '/api/auth/register': { status: 200, body: {} },
    '/api/auth/login': { status: 200, body: { token: 'a session' } },
  };
  server = createServer((request, response) => {
    heard.push(request.headers);
    const { status, body } = answers[request.url ?? ''] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close().closeAllConnections());

describe('a client of a running system', () => {
  it('has a member whose session the system gave', async () => {
    expect(await new SystemClient(url, url).newMember()).toMatchObject({ token: 'a session' });
  });

  it('has no member when the system takes none, and says what it answered', async () => {
    answers['/api/auth/register'] = { status: 503, body: UNAVAILABLE };
    const refusal = `POST /api/auth/register answered 503: ${JSON.stringify(UNAVAILABLE)}`;
    await expect(new SystemClient(url, url).newMember()).rejects.toThrow(refusal);
  });

  it('has no member whom the system does not sign in', async () => {
    answers['/api/auth/login'] = { status: 503, body: UNAVAILABLE };
    const refusal = `POST /api/auth/login answered 503: ${JSON.stringify(UNAVAILABLE)}`;
    await expect(new SystemClient(url, url).newMember()).rejects.toThrow(refusal);
    await expect(new SystemClient(url, url).demoToken('admin')).rejects.toThrow(refusal);
  });

  it('is where a proxy says it is, or says nothing of it', async () => {
    await new SystemClient(url, url, '10.1.2.3').demoToken('free');
    await new SystemClient(url, url).demoToken('free');
    expect(heard.map((headers) => headers['x-forwarded-for'])).toEqual(['10.1.2.3', undefined]);
  });
});

import { adminStanding, claimAllowance } from '@segue/contracts';
import { randomUUID } from 'node:crypto';
import { ServiceTokens } from '../guard/service-token.js';
import { inRequest } from '../logging/request-context.js';
import { ServiceClient } from './service-client.js';

const SECRET = 's'.repeat(32);
const urls = {
  gateway: 'http://gateway.test',
  auth: 'http://auth.test',
  billing: 'http://billing.test',
  connectors: 'http://connectors.test',
  sync: 'http://sync.test',
  admin: 'http://admin.test',
};
const USER = randomUUID();

/** A client whose network is `answer`. */
function clientWith(answer: (url: URL, init: RequestInit) => Response | Promise<Response>) {
  const sent: Array<{ url: URL; init: RequestInit }> = [];
  const network: typeof fetch = async (url, init = {}) => {
    sent.push({ url: new URL(String(url)), init });
    return answer(new URL(String(url)), init);
  };
  return { client: new ServiceClient(urls, new ServiceTokens('sync', SECRET), network), sent };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const target = { platform: 'apple', playlistId: 'p.1', playlistName: 'Road trip' } as const;

describe('asking another service', () => {
  it('goes to the owner of the route with a token for it and the member for whom', async () => {
    const { client, sent } = clientWith(() => json({ granted: true, fresh: true, availableAt: null }));
    const answer = await inRequest('request-1', () => client.call(claimAllowance, { userId: USER, body: target }));
    expect(answer.granted).toBe(true);
    const [{ url, init }] = sent as [{ url: URL; init: RequestInit }];
    expect(url.href).toBe('http://billing.test/internal/billing/allowance/claim');
    expect(init.body).toBe(JSON.stringify(target));
    const headers = init.headers as Record<string, string>;
    expect(headers['x-request-id']).toBe('request-1');
    expect(await new ServiceTokens('billing', SECRET).verify(headers['x-segue-service'] ?? '')).toEqual({
      caller: 'sync',
      userId: USER,
    });
  });

  it('cannot be led to another address by a parameter', async () => {
    const { client, sent } = clientWith(() => json({ isAdmin: false }));
    await client.call(adminStanding, { params: { userId: '../../evil?x=1#y' } });
    expect(sent[0]?.url.pathname).toBe('/internal/auth/users/..%2F..%2Fevil%3Fx%3D1%23y/admin');
  });

  it("passes the other service's own error on", async () => {
    const body = {
      statusCode: 503,
      code: 'platform_busy',
      message: 'Wait.',
      error: 'Wait.',
      requestId: 'r',
      retryAfterSeconds: 9,
    };
    const { client } = clientWith(() => json(body, 503));
    await expect(client.call(claimAllowance, { body: target })).rejects.toMatchObject({
      code: 'platform_busy',
      message: 'Wait.',
      retryAfterSeconds: 9,
    });
  });

  it.each([
    ['refuses the connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers a page instead of JSON', () => new Response('<html>502</html>', { status: 502 })],
    [
      'breaks off in the middle of its answer',
      () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) })),
    ],
  ])('is service_unavailable when it %s', async (_, answer) => {
    const { client } = clientWith(answer as () => Response);
    await expect(client.call(claimAllowance, { body: target })).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 5,
    });
  });

  it('does not trust an answer of another shape', async () => {
    const { client } = clientWith(() => json({ granted: 'yes' }));
    await expect(client.call(claimAllowance, { body: target })).rejects.toThrow();
  });
});

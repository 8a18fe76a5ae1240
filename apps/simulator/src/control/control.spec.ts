import { TestBench } from '../testing/a-simulator.js';
import { spotifyCaller } from '../testing/spotify-caller.js';

let bench: TestBench;
let spotify: ReturnType<typeof spotifyCaller>;
beforeAll(async () => (bench = await TestBench.create()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset');
  await bench.control('PUT', '/catalogue/spotify', { songs: [{ id: 'song1', name: 'Song', artists: ['Band'] }] });
  await bench.listener('spotify', 'ann', { playlists: [{ id: 'mine', name: 'Mine', trackIds: [] }] });
  spotify = spotifyCaller(bench, (await bench.connectSpotify('ann')).accessToken);
  await bench.control('DELETE', '/requests');
});

const add = () => spotify('/playlists/mine/items', { method: 'POST', body: { uris: ['spotify:track:song1'] } });
const stored = async () => {
  const form = await bench.control<{ playlists: { trackIds: unknown[] }[] }>('GET', '/listeners/spotify/ann');
  return form.playlists[0]?.trackIds;
};

describe('faults', () => {
  it('hit calls by method and by the real path, as often as asked', async () => {
    await bench.control('POST', '/faults', {
      platform: 'spotify',
      method: 'get',
      path: '^/v1/me/playlists$',
      status: 502,
      times: 2,
    });
    expect((await spotify('/me')).status).toBe(200);
    expect((await spotify('/me/playlists?limit=1')).status).toBe(502);
    expect((await spotify('/me/playlists')).status).toBe(502);
    expect((await spotify('/me/playlists')).status).toBe(200);
  });

  it('throttle with Retry-After', async () => {
    await bench.control('POST', '/faults', { platform: 'spotify', retryAfter: 20_000 });
    const { status, headers } = await spotify('/me');
    expect([status, headers['retry-after']]).toEqual([429, '20000']);
  });

  it('send a body of one’s own', async () => {
    const body = { error: { status: 429, message: 'Too many requests', reason: 'QUOTA_EXCEEDED' } };
    await bench.control('POST', '/faults', { platform: 'spotify', status: 429, body });
    expect((await spotify('/me')).body).toEqual(body);
  });

  it('may apply the write they report as failed', async () => {
    await bench.control('POST', '/faults', { platform: 'spotify', method: 'POST', status: 502, times: 1 });
    expect((await add()).status).toBe(502);
    expect(await stored()).toEqual([]);
    await bench.control('POST', '/faults', {
      platform: 'spotify',
      method: 'POST',
      status: 502,
      applied: true,
      times: 1,
    });
    expect((await add()).status).toBe(502);
    expect(await stored()).toEqual(['song1']);
  });

  it('may report a write that never happened', async () => {
    await bench.control('POST', '/faults', { platform: 'spotify', method: 'POST', silentlyIgnore: true, times: 1 });
    expect((await add()).status).toBe(201);
    expect(await stored()).toEqual([]);
  });

  it('may let readers see a write only after a time', async () => {
    const shown = async () => Object((await spotify('/playlists/mine/items')).body).total;
    await bench.control('POST', '/faults', { platform: 'spotify', method: 'POST', late: 30, times: 1 });
    expect((await add()).status).toBe(201);
    expect((await add()).status).toBe(201);
    expect([await stored(), await shown()]).toEqual([['song1', 'song1'], 0]);
    await bench.control('PUT', '/clock', { offsetSeconds: 31 });
    expect(await shown()).toBe(2);
  });

  it('hit the calls of one listener alone', async () => {
    await bench.listener('spotify', 'bob', { playlists: [] });
    const bobs = spotifyCaller(bench, (await bench.connectSpotify('bob')).accessToken);
    await bench.control('POST', '/faults', { platform: 'spotify', listener: 'bob', status: 502 });
    expect([(await bobs('/me')).status, (await spotify('/me')).status]).toEqual([502, 200]);
    await bench.listener('apple', 'cat', { playlists: [] });
    await bench.control('POST', '/faults', { platform: 'apple', listener: 'cat', status: 503 });
    await bench.listener('apple', 'dan', { playlists: [] });
    const userToken = await bench.connectApple('cat');
    const asked = await Promise.all([
      bench.apple('/v1/me/storefront', { userToken }),
      bench.apple('/v1/me/storefront', { userToken: await bench.connectApple('dan') }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([503, 200]);
  });

  it('are cleared', async () => {
    await bench.control('POST', '/faults', { platform: 'spotify', status: 500 });
    await bench.control('DELETE', '/faults');
    expect((await spotify('/me')).status).toBe(200);
  });

  it('delay an answer without changing it', async () => {
    await bench.control('POST', '/faults', { platform: 'spotify', delayMs: 60, times: 1 });
    const startMs = performance.now();
    expect((await spotify('/me')).status).toBe(200);
    expect(performance.now() - startMs).toBeGreaterThan(50);
  });
});

describe('faults on the wire', () => {
  let address: string;
  beforeAll(async () => (address = await bench.simulator.app.listen({ port: 0, host: '127.0.0.1' })));
  const authorization = async () => `Bearer ${(await bench.connectSpotify('ann')).accessToken}`;

  it.each([{ drop: true }, { truncate: true }])('break the connection: %j', async (kind) => {
    const headers = { authorization: await authorization() };
    await bench.control('POST', '/faults', { platform: 'spotify', path: '^/v1/me$', times: 1, ...kind });
    const get = async () => (await fetch(`${address}/spotify/api/v1/me`, { headers })).json();
    await expect(get()).rejects.toThrow();
    await expect(get()).resolves.toMatchObject({ id: 'ann' });
  });

  it('drop the answer of a write that happened', async () => {
    const headers = { authorization: await authorization(), 'content-type': 'application/json' };
    await bench.control('POST', '/faults', {
      platform: 'spotify',
      method: 'POST',
      path: 'items',
      drop: true,
      applied: true,
    });
    const body = JSON.stringify({ uris: ['spotify:track:song1'] });
    await expect(
      fetch(`${address}/spotify/api/v1/playlists/mine/items`, { method: 'POST', headers, body }),
    ).rejects.toThrow();
    expect(await stored()).toEqual(['song1']);
  });
});

describe('the rate limit', () => {
  it('counts all callers in a rolling window and names the wait', async () => {
    await bench.control('PUT', '/limit/spotify', { requests: 2, windowSeconds: 30 });
    await spotify('/me');
    await spotify('/me');
    const refused = await spotify('/me');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(28);
    await bench.control('PUT', '/clock', { offsetSeconds: 31 });
    expect((await spotify('/me')).status).toBe(200);
  });

  it('does not count signing in', async () => {
    await bench.control('PUT', '/limit/spotify', { requests: 0 });
    expect((await bench.connectSpotify('ann')).accessToken).not.toBe('');
  });

  it('may keep the wait to itself, as Apple does', async () => {
    await bench.control('PUT', '/limit/apple', { requests: 0, windowSeconds: 30, sendRetryAfter: false });
    const { status, headers, body } = await bench.apple('/v1/me/storefront');
    expect(status).toBe(429);
    expect(headers).not.toHaveProperty('retry-after');
    expect(body.errors[0]?.status).toBe('429');
  });
});

describe('the request log', () => {
  it('counts by endpoint template and keeps real paths', async () => {
    await spotify('/playlists/mine/items?limit=5');
    await spotify('/playlists/mine/items');
    await bench.apple('/v1/catalog/de/songs?ids=1');
    const report = await bench.control('GET', '/requests?platform=spotify');
    expect(report).toMatchObject({
      total: 2,
      byEndpoint: { 'GET /v1/playlists/{id}/items': 2 },
      log: [
        { method: 'GET', path: '/v1/playlists/mine/items', query: 'limit=5', status: 200, ms: expect.any(Number) },
        { path: '/v1/playlists/mine/items' },
      ],
    });
    expect(await bench.control('GET', '/requests')).toMatchObject({ total: 3 });
  });
});

describe('listeners and catalogue', () => {
  it('come back as they were put', async () => {
    const form = {
      displayName: 'Bo',
      country: 'fr',
      playlists: [
        {
          id: 'p1',
          name: 'One',
          trackIds: ['song1', null, { local: true, name: 'N', artist: 'A' }, { episode: true, name: 'E' }],
        },
      ],
      liked: ['song1'],
    };
    await bench.control('PUT', '/listeners/spotify/bo', form);
    expect(await bench.control('GET', '/listeners/spotify/bo')).toMatchObject({
      ...form,
      playlists: [{ id: 'p1', trackIds: ['song1', null, { local: true }, { episode: true }] }],
    });
  });

  it('replaces the whole catalogue when asked', async () => {
    const songs = [{ id: 'only', name: 'Only', artists: ['One'] }];
    expect(await bench.control('PUT', '/catalogue/spotify', { replace: true, songs })).toMatchObject({ songs: 1 });
    await bench.control('POST', '/reset');
    expect(bench.simulator.world.catalogue('spotify').size).toBe(24_054);
  });

  it.each([
    ['PUT', '/listeners/spotify/bo', { displayName: 'Bo', playlists: [{ name: 'P', trackIds: ['unknown'] }] }],
    ['PUT', '/listeners/tidal/bo', { displayName: 'Bo' }],
    ['PUT', '/catalogue/spotify', { songs: [{ name: 'without id' }] }],
    ['POST', '/faults', { platform: 'spotify', path: '(' }],
    ['POST', '/faults', { platform: 'spotify', status: 'bad' }],
    ['PUT', '/clock', {}],
    ['PUT', '/latency/spotify', { ms: -1 }],
    ['POST', '/listeners/spotify/ann/user-token', undefined],
  ])('answers 400 with a sentence to %s %s', async (method, path, body) => {
    const answer = await bench.call<{ error: string }>({ method, path: `/control${path}`, body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/\w+:? /);
  });
});

describe('reset', () => {
  it('brings back the shipped listeners and clears what tests left', async () => {
    await bench.control('POST', '/faults', { platform: 'spotify', status: 500 });
    await bench.control('PUT', '/listeners/spotify/demo-small', { displayName: 'Changed', playlists: [] });
    bench.simulator.world.mailbox.add({ id: 'm', receivedAt: '', from: '', to: '', subject: '', text: '', html: '' });
    await bench.control('POST', '/reset');
    expect(await bench.control('GET', '/faults')).toEqual([]);
    expect(await bench.control('GET', '/mail')).toEqual([]);
    expect(await bench.control('GET', '/requests')).toMatchObject({ total: 0 });
    expect(await bench.control('GET', '/listeners/spotify/demo-small')).toMatchObject({ displayName: 'Robin' });
    const gone = await bench.call({ path: '/control/listeners/spotify/ann' });
    expect(gone.status).toBe(404);
  });

  it('keeps the connections of listeners who stay', async () => {
    const { accessToken } = await bench.connectSpotify('demo-small');
    await bench.control('POST', '/reset');
    expect((await spotifyCaller(bench, accessToken)('/me')).status).toBe(200);
  });
});

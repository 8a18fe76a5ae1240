import { generateKeyPairSync } from 'node:crypto';
import { APP_URL, signDeveloperToken, TestBench } from '../testing/a-simulator.js';

const SONGS = Array.from({ length: 130 }, (_, index) => ({
  id: `7000${index}`,
  name: `Song ${index}`,
  artists: ['Band'],
  isrc: `DEA1000${String(index).padStart(5, '0')}`,
  explicit: index === 1 ? true : null,
}));
const ids = (from: number, to: number) => SONGS.slice(from, to).map(({ id }) => id);
const PLAYLISTS = '/v1/me/library/playlists';

let bench: TestBench;
let userToken: string;
beforeAll(async () => (bench = await TestBench.create()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset');
  await bench.control('PUT', '/catalogue/apple', {
    songs: [
      ...SONGS,
      { id: '80001', name: 'Elsewhere', artists: ['Band'], isrc: 'DEA100090001', availableIn: ['us'] },
      { id: '80002', name: 'Withdrawn', artists: ['Band'], isrc: 'DEA100090002', availableIn: [] },
      { id: '80003', name: 'Song 0', artists: ['Band'], isrc: 'dea100000000' },
    ],
  });
  await bench.listener('apple', 'ann', {
    country: 'de',
    playlists: [
      { id: 'p.long', name: 'Long', trackIds: ids(0, 120) },
      { id: 'p.empty', name: 'Empty', trackIds: [] },
      { id: 'p.fixed', name: 'Fixed', editable: false, trackIds: ids(0, 2) },
      {
        id: 'p.odd',
        name: 'Odd',
        trackIds: ['70000', '70000', '80001', { local: true, name: 'Tape', artist: 'Me' }],
      },
    ],
  });
  userToken = await bench.connectApple('ann');
});

const trackIdsOf = async (id: string): Promise<unknown[]> => {
  const form = await bench.control<{ playlists: { id: string; trackIds: unknown[] }[] }>('GET', '/listeners/apple/ann');
  return form.playlists.find((playlist) => playlist.id === id)?.trackIds ?? [];
};
const read = (path: string) => bench.apple(path, { userToken });

describe('the developer token', () => {
  const songs = (token: string, headers: Record<string, string> = {}) =>
    bench.apple('/v1/catalog/de/songs?ids=70000', { headers: { authorization: `Bearer ${token}`, ...headers } });

  it('must be signed by our key, name it, and live six months at most', async () => {
    const stranger = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    expect((await songs(await signDeveloperToken())).status).toBe(200);
    expect((await songs('nonsense')).status).toBe(401);
    expect((await songs(await signDeveloperToken({ privateKey: stranger.privateKey }))).status).toBe(401);
    expect((await songs(await signDeveloperToken({ keyId: 'OTHERKEY01' }))).status).toBe(401);
    expect((await songs(await signDeveloperToken({ lifeSeconds: 15_777_001 }))).status).toBe(401);
  });

  it('expires by the simulator’s clock', async () => {
    const token = await signDeveloperToken();
    expect((await songs(token)).status).toBe(200);
    await bench.control('PUT', '/clock', { offsetSeconds: 3601 });
    expect((await songs(token)).status).toBe(401);
  });

  it('with an origin serves that origin alone', async () => {
    const token = await signDeveloperToken({ origin: [APP_URL] });
    expect((await songs(token, { origin: APP_URL })).status).toBe(200);
    expect((await songs(token, { origin: 'http://127.0.0.1:9999' })).status).toBe(401);
    expect((await songs(token)).status).toBe(401);
  });
});

describe('the user token', () => {
  it.each(['', 'dead'])('answers 403 and 40300 for "%s"', async (token) => {
    const { status, body } = await bench.apple(PLAYLISTS, { userToken: token });
    expect(status).toBe(403);
    expect(body.errors[0]).toMatchObject({ status: '403', code: '40300' });
  });

  it('dies when revoked and after half a year', async () => {
    await bench.control('PUT', '/clock', { offsetSeconds: 183 * 24 * 3600 });
    const late = await bench.apple(PLAYLISTS, { userToken });
    expect(late.status).toBe(401); // the developer token is too old by then
    await bench.control('PUT', '/clock', { offsetSeconds: 0 });
    await bench.control('PUT', '/switches', { appleUserTokenSeconds: 0 });
    expect((await read(PLAYLISTS)).status).toBe(403);
    await bench.control('PUT', '/switches', { appleUserTokenSeconds: 1000 });
    await bench.control('POST', '/listeners/apple/ann/revoke');
    expect((await read(PLAYLISTS)).status).toBe(403);
  });

  it('tells the storefront', async () => {
    expect((await read('/v1/me/storefront')).body.data[0]).toMatchObject({ id: 'de', attributes: { name: 'Germany' } });
  });
});

describe('reading playlists', () => {
  it('lists them without a track count', async () => {
    const { body } = await read(`${PLAYLISTS}?limit=2`);
    expect(body.data[0]).toMatchObject({ id: 'p.long', attributes: { name: 'Long', canEdit: true } });
    expect(JSON.stringify(body.data[0])).not.toMatch(/total|trackCount/);
    expect(body.next).toBe('/v1/me/library/playlists?offset=2');
  });

  it('refuses a limit above 100 in Apple’s words', async () => {
    const { status, body } = await read(`${PLAYLISTS}?limit=101`);
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      code: '40005',
      detail: 'Value must be an integer less than or equal to 100, but was: 101',
      source: { parameter: 'limit' },
    });
  });

  it('gives meta.total and a next that forgets limit and include', async () => {
    const { body } = await read(`${PLAYLISTS}/p.long/tracks?limit=50&include=catalog`);
    expect(body.data).toHaveLength(50);
    expect(body.meta.total).toBe(120);
    expect(body.next).toBe('/v1/me/library/playlists/p.long/tracks?offset=50');
  });

  it('answers 404 and 40403 for an empty playlist and past the end', async () => {
    for (const path of ['p.empty/tracks', 'p.long/tracks?offset=120']) {
      const { status, body } = await read(`${PLAYLISTS}/${path}`);
      expect(status).toBe(404);
      expect(body.errors[0]).toMatchObject({ status: '404', code: '40403' });
    }
  });

  it('includes the first tracks in one playlist when asked', async () => {
    const { body } = await read(`${PLAYLISTS}/p.long?include=tracks`);
    expect(body.data[0]).toMatchObject({
      relationships: { tracks: { href: '/v1/me/library/playlists/p.long/tracks', meta: { total: 120 } } },
    });
    expect((await read(`${PLAYLISTS}/p.none`)).body.errors[0]).toMatchObject({ status: '404', code: '40400' });
  });

  it('hides the ISRC in the catalogue song', async () => {
    const { body } = await read(`${PLAYLISTS}/p.odd/tracks?include=catalog`);
    expect(body.data.map(({ attributes }) => attributes.isrc)).toEqual([undefined, undefined, undefined, undefined]);
    expect(body.data[0]?.relationships?.catalog.data[0]?.attributes.isrc).toBe('DEA100000000');
    const bare = await read(`${PLAYLISTS}/p.odd/tracks`);
    expect(bare.body.data[0]).not.toHaveProperty('relationships');
  });

  it('gives two copies one row id, and uploads no catalogue link', async () => {
    const { body } = await read(`${PLAYLISTS}/p.odd/tracks?include=catalog`);
    const [first, second, elsewhere, upload] = body.data;
    expect(first?.id).toBe(second?.id);
    expect(elsewhere?.relationships?.catalog.data).toEqual([]);
    expect(upload?.attributes.playParams).not.toHaveProperty('catalogId');
    expect(upload?.relationships?.catalog.data).toEqual([]);
  });

  it('marks explicit songs and says nothing of others', async () => {
    const { body } = await read(`${PLAYLISTS}/p.long/tracks?limit=2`);
    expect(body.data.map(({ attributes }) => attributes.contentRating)).toEqual([undefined, 'explicit']);
  });

  it('compresses unasked when told to', async () => {
    await bench.control('PUT', '/switches', { appleUnaskedGzip: true });
    const { headers, body } = await read(PLAYLISTS);
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.data[0]?.id).toBe('p.long');
  });
});

describe('the catalogue', () => {
  it('maps one code to all its songs, and a miss to an empty list', async () => {
    const { status, body } = await read('/v1/catalog/de/songs?filter[isrc]=DEA100000000,DEA100000001,XXA100000001');
    expect(status).toBe(200);
    const { isrc } = body.meta.filters;
    expect(isrc.DEA100000000?.map(({ id }) => id).sort()).toEqual(['70000', '80003']);
    expect(isrc.DEA100000001).toHaveLength(1);
    expect(isrc.XXA100000001).toEqual([]);
    expect(body.data).toHaveLength(3);
  });

  it('takes 25 codes and not 26', async () => {
    const codes = (count: number) =>
      SONGS.slice(0, count)
        .map(({ isrc }) => isrc)
        .join(',');
    expect((await read(`/v1/catalog/de/songs?filter[isrc]=${codes(25)}`)).status).toBe(200);
    expect((await read(`/v1/catalog/de/songs?filter[isrc]=${codes(26)}`)).status).toBe(400);
  });

  it('leaves out what the storefront does not carry', async () => {
    expect((await read('/v1/catalog/de/songs?ids=80001,70000,999')).body.data.map(({ id }) => id)).toEqual(['70000']);
    expect((await read('/v1/catalog/us/songs?ids=80001')).body.data).toHaveLength(1);
    expect((await read('/v1/catalog/de/songs?filter[isrc]=DEA100090001')).body.data).toEqual([]);
  });

  it('searches 25 at most, and drops the key when nothing is found', async () => {
    const found = await read('/v1/catalog/de/search?term=song%207%20band&types=songs&limit=25');
    expect(found.body.results.songs?.data[0]?.id).toBe('70007');
    expect((await read('/v1/catalog/de/search?term=band&types=songs&limit=26')).status).toBe(400);
    expect((await read('/v1/catalog/de/search?term=&types=songs')).status).toBe(400);
    expect((await read('/v1/catalog/de/search?term=qqqq&types=songs')).body.results).toEqual({});
  });
});

describe('writing', () => {
  const append = (id: string, data: unknown[]) =>
    bench.apple(`${PLAYLISTS}/${id}/tracks`, { method: 'POST', userToken, body: { data } });

  it('creates with 201, tracks included', async () => {
    const { status, body } = await bench.apple(PLAYLISTS, {
      method: 'POST',
      userToken,
      body: {
        attributes: { name: 'New', description: 'Text' },
        relationships: { tracks: { data: [{ id: '70003', type: 'songs' }] } },
      },
    });
    expect(status).toBe(201);
    expect(body.data[0]?.attributes).toMatchObject({ name: 'New', canEdit: true });
    expect(await trackIdsOf(body.data[0]?.id ?? '')).toEqual(['70003']);
  });

  it('shows a created playlist late in the list but at once by id, when told to', async () => {
    await bench.control('PUT', '/switches', { appleListLagSeconds: 10 });
    const body = { attributes: { name: 'Late' } };
    const created = await bench.apple(PLAYLISTS, { method: 'POST', userToken, body });
    const id = created.body.data[0]?.id;
    const isListed = async () => (await read(`${PLAYLISTS}?limit=100`)).body.data.some((one) => one.id === id);
    expect((await read(`${PLAYLISTS}/${id}`)).status).toBe(200);
    expect(await isListed()).toBe(false);
    await bench.control('PUT', '/clock', { offsetSeconds: 11 });
    expect(await isListed()).toBe(true);
  });

  it('appends with 204 and an empty body, duplicates included', async () => {
    const answer = await append('p.empty', [
      { id: '70001', type: 'songs' },
      { id: '70001', type: 'songs' },
    ]);
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(await trackIdsOf('p.empty')).toEqual(['70001', '70001']);
  });

  it('silently drops unknown ids, missing types and songs of other storefronts', async () => {
    const data = [
      { id: '999', type: 'songs' },
      { id: '70001' },
      { id: '80001', type: 'songs' },
      { id: '70002', type: 'songs' },
    ];
    expect((await append('p.empty', data)).status).toBe(204);
    expect(await trackIdsOf('p.empty')).toEqual(['70002']);
  });

  it('takes rows of the library by their row id', async () => {
    const row = (await read(`${PLAYLISTS}/p.long/tracks?limit=1`)).body.data[0];
    await append('p.empty', [{ id: row?.id, type: 'library-songs' }]);
    expect(await trackIdsOf('p.empty')).toEqual(['70000']);
  });

  it('takes a video of the library under its own type alone', async () => {
    await bench.listener('apple', 'ann', {
      playlists: [
        { id: 'p.clips', name: 'Clips', trackIds: [{ video: true, name: 'Clip', artist: 'Band' }] },
        { id: 'p.empty', name: 'Empty', trackIds: [] },
      ],
    });
    const rowsOf = async (id: string) => (await read(`${PLAYLISTS}/${id}/tracks`)).body.data;
    const [row] = await rowsOf('p.clips');
    expect(row?.type).toBe('library-music-videos');
    await append('p.empty', [{ id: row?.id, type: 'library-songs' }]);
    await append('p.empty', [{ id: row?.id, type: 'library-music-videos' }]);
    expect((await rowsOf('p.empty')).map(({ id }) => id)).toEqual([row?.id]);
  });

  it('answers 500 and 50001 for a read-only playlist and for a withdrawn song', async () => {
    const fixed = await append('p.fixed', [{ id: '70002', type: 'songs' }]);
    expect(fixed).toMatchObject({ status: 500, body: { errors: [{ code: '50001' }] } });
    const withdrawn = await append('p.empty', [{ id: '80002', type: 'songs' }]);
    expect(withdrawn).toMatchObject({ status: 500, body: { errors: [{ code: '50001' }] } });
    expect(await trackIdsOf('p.fixed')).toHaveLength(2);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('knows no %s: 401 although the tokens are good', async (method) => {
    for (const path of ['p.long', 'p.long/tracks']) {
      const answer = await bench.apple(`${PLAYLISTS}/${path}`, { method, userToken, body: { data: [] } });
      expect(answer.status).toBe(401);
    }
    expect(await trackIdsOf('p.long')).toHaveLength(120);
  });
});

describe('MusicKit', () => {
  const consent = async (more: Record<string, string>) => {
    const token = await signDeveloperToken({ origin: [APP_URL] });
    const query = new URLSearchParams({ origin: APP_URL, token, ...more });
    return bench.call<string>({ path: `/apple/consent?${query}` });
  };

  it('serves a script that announces itself', async () => {
    const { status, body, headers } = await bench.call<string>({ path: '/apple/musickit.js' });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('javascript');
    expect(body).toContain('musickitloaded');
  });

  it('asks the person, and hands a working token to the asking origin only', async () => {
    expect((await consent({})).body).toContain('demo-large');
    const { body } = await consent({ listener: 'ann', decision: 'allow' });
    expect(body).toContain(`,"${APP_URL}")`);
    const token = /"userToken":"([^"]+)"/.exec(body)?.[1] ?? '';
    expect((await bench.apple(PLAYLISTS, { userToken: token })).status).toBe(200);
  });

  it('tells of a refusal, and turns strangers away', async () => {
    expect((await consent({ decision: 'deny' })).body).toContain('"denied":true');
    expect((await consent({ origin: 'http://evil.test' })).status).toBe(400);
    expect((await consent({ token: 'x' })).status).toBe(401);
  });
});

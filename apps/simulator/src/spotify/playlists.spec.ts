import { TestBench } from '../testing/a-simulator.js';
import { spotifyCaller } from '../testing/spotify-caller.js';

const SONGS = Array.from({ length: 120 }, (_, index) => ({
  id: `song${index}`,
  name: `Song ${index}`,
  artists: ['Band'],
  isrc: `DEA1000${String(index).padStart(5, '0')}`,
}));
const ids = (from: number, to: number) => SONGS.slice(from, to).map(({ id }) => id);
const uris = (from: number, to: number) => ids(from, to).map((id) => `spotify:track:${id}`);

let bench: TestBench;
let spotify: ReturnType<typeof spotifyCaller>;
beforeAll(async () => (bench = await TestBench.create()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset');
  await bench.control('PUT', '/catalogue/spotify', { songs: SONGS });
  await bench.listener('spotify', 'ann', {
    country: 'gb',
    playlists: [
      { id: 'mine', name: 'Mine', trackIds: ids(0, 60) },
      { id: 'twice', name: 'Twice', trackIds: ['song1', 'song2', 'song1', 'song3', 'song1'] },
      {
        id: 'odd',
        name: 'Odd',
        trackIds: ['song1', { local: true, name: 'Tape', artist: 'Me' }, { episode: true, name: 'Talk' }, null],
      },
      { id: 'followed', name: 'Followed', editable: false, public: true, trackIds: ids(0, 3) },
      { id: 'bare', name: 'Bare', trackIds: [] },
      { id: 'ghost', name: 'Ghost', ghost: true, trackIds: [] },
    ],
    liked: ids(0, 55),
  });
  spotify = spotifyCaller(bench, (await bench.connectSpotify('ann')).accessToken);
});

const trackIdsOf = async (playlist: string): Promise<unknown[]> => {
  const form = await bench.control<{ playlists: { id: string; trackIds: unknown[] }[] }>(
    'GET',
    '/listeners/spotify/ann',
  );
  return form.playlists.find(({ id }) => id === playlist)?.trackIds ?? [];
};

describe('reading', () => {
  it('lists playlists with null for a missing cover and for what Spotify made', async () => {
    const { body } = await spotify('/me/playlists?limit=50');
    expect(body.total).toBe(6);
    expect(body.items[4]).toMatchObject({ id: 'bare', images: null, items: { total: 0 } });
    expect(body.items[5]).toBeNull();
  });

  it('pages with absolute next addresses', async () => {
    const first = await spotify('/playlists/mine/items?limit=50');
    expect(first.body.items).toHaveLength(50);
    expect(first.body.next).toBe('http://127.0.0.1:3100/spotify/api/v1/playlists/mine/items?offset=50&limit=50');
    const second = await spotify('/playlists/mine/items?limit=50&offset=50');
    expect(second.body.items).toHaveLength(10);
    expect(second.body.next).toBeNull();
  });

  it('refuses more than 50 at once, unless it is told to be lenient', async () => {
    const refused = await spotify('/playlists/mine/items?limit=51');
    expect(refused).toMatchObject({ status: 400, body: { error: { message: 'Invalid limit' } } });
    await bench.control('PUT', '/switches', { spotifyLenientLimit: true });
    expect((await spotify('/playlists/mine/items?limit=100')).status).toBe(200);
  });

  it('carries the track under item with a boolean track inside', async () => {
    const { body } = await spotify('/playlists/mine/items?limit=1');
    expect(body.items[0]?.item).toMatchObject({ id: 'song0', track: true, external_ids: { isrc: 'DEA100000000' } });
    expect(body.items[0]).not.toHaveProperty('track');
  });

  it('keeps local files, episodes and vanished tracks in their slots', async () => {
    const { body } = await spotify('/playlists/odd/items?additional_types=track,episode');
    expect(body.items.map((entry) => entry.item?.type ?? null)).toEqual(['track', 'track', 'episode', null]);
    expect(body.items[1]).toMatchObject({ is_local: true, item: { id: null } });
    expect(body.items[1]?.item?.uri).toMatch(/^spotify:local:Me::Tape:\d+$/);
    expect(body.items[1]?.item).not.toHaveProperty('external_ids');
    const asTrack = await spotify('/playlists/odd/items');
    expect(asTrack.body.items[2]?.item).toMatchObject({ type: 'episode', artists: expect.anything() });
  });

  it('gives metadata only for a playlist of somebody else, and 403 for its items', async () => {
    const { status, body } = await spotify('/playlists/followed');
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('items');
    expect((await spotify('/playlists/followed/items')).status).toBe(403);
  });

  it('cuts answers down to fields, under old names too', async () => {
    const { body } = await spotify('/playlists/mine?fields=snapshot_id,items.total');
    expect(body).toEqual({ snapshot_id: expect.any(String), items: { total: 60 } });
    const nested = await spotify('/playlists/mine/items?limit=1&fields=items(track(name,album(!images))),total');
    expect(nested.body).toMatchObject({ total: 60, items: [{ item: { name: 'Song 0' } }] });
    expect(nested.body.items[0]?.item).not.toHaveProperty('uri');
  });

  it('pages liked songs, newest first, under track in both dialects', async () => {
    const { body } = await spotify('/me/tracks?limit=1');
    expect(body.total).toBe(55);
    expect(body.items[0]?.track).toMatchObject({ id: 'song0' });
  });

  it('tells playability only when a market is named', async () => {
    await bench.control('PUT', '/catalogue/spotify', { songs: [{ ...SONGS[0], isrc: null, availableIn: ['us'] }] });
    const silent = await spotify('/playlists/mine/items?limit=1');
    expect(silent.body.items[0]?.item).not.toHaveProperty('is_playable');
    const told = await spotify('/playlists/mine/items?limit=1&market=US');
    expect(told.body.items[0]?.item).toMatchObject({ is_playable: false, restrictions: { reason: 'market' } });
  });

  it('hands out another id when it relinks to a release that plays', async () => {
    const other = { ...SONGS[0], id: 'reissue', availableIn: null };
    await bench.control('PUT', '/catalogue/spotify', { songs: [{ ...SONGS[0], availableIn: ['us'] }, other] });
    const { body } = await spotify('/playlists/mine/items?limit=1&market=GB');
    expect(body.items[0]?.item).toMatchObject({ id: 'reissue', is_playable: true });
    expect(body.items[0]?.item).not.toHaveProperty('linked_from');
  });
});

describe('writing', () => {
  it('creates public playlists unless told otherwise', async () => {
    const open = await spotify('/me/playlists', { method: 'POST', body: { name: 'New' } });
    expect(open).toMatchObject({ status: 201, body: { name: 'New', public: true } });
    const hidden = await spotify('/me/playlists', { method: 'POST', body: { name: 'New', public: false } });
    expect(hidden.body.public).toBe(false);
    expect((await spotify('/me/playlists', { method: 'POST', body: { description: 'x' } })).status).toBe(400);
  });

  it('adds at most 100 in order, anywhere, duplicates included', async () => {
    const added = await spotify('/playlists/bare/items', { method: 'POST', body: { uris: uris(0, 100) } });
    expect(added.status).toBe(201);
    expect(await trackIdsOf('bare')).toEqual(ids(0, 100));
    await spotify('/playlists/bare/items', { method: 'POST', body: { uris: ['spotify:track:song0'], position: 1 } });
    expect((await trackIdsOf('bare')).slice(0, 3)).toEqual(['song0', 'song0', 'song1']);
    const tooMany = await spotify('/playlists/bare/items', { method: 'POST', body: { uris: uris(0, 101) } });
    expect(tooMany.status).toBe(400);
  });

  it('rejects the whole batch for one bad or local URI', async () => {
    for (const bad of ['spotify:track:unknown', 'spotify:local:Me::Tape:100', 'nonsense']) {
      const { status } = await spotify('/playlists/bare/items', {
        method: 'POST',
        body: { uris: ['spotify:track:song1', bad] },
      });
      expect(status).toBe(400);
    }
    expect(await trackIdsOf('bare')).toEqual([]);
  });

  it('removes all copies and ignores positions', async () => {
    const body = { items: [{ uri: 'spotify:track:song1', positions: [2] }] };
    const { status } = await spotify('/playlists/twice/items', { method: 'DELETE', body });
    expect(status).toBe(200);
    expect(await trackIdsOf('twice')).toEqual(['song2', 'song3']);
    const again = await spotify('/playlists/twice/items', { method: 'DELETE', body });
    expect(again.status).toBe(200);
  });

  it('wants the key items, not tracks, in a removal', async () => {
    const body = { tracks: [{ uri: 'spotify:track:song1' }] };
    expect((await spotify('/playlists/twice/items', { method: 'DELETE', body })).status).toBe(400);
  });

  it('replaces, clears and reorders', async () => {
    await spotify('/playlists/twice/items', { method: 'PUT', body: { range_start: 0, insert_before: 5 } });
    expect(await trackIdsOf('twice')).toEqual(['song2', 'song1', 'song3', 'song1', 'song1']);
    await spotify('/playlists/twice/items', { method: 'PUT', body: { uris: uris(4, 6) } });
    expect(await trackIdsOf('twice')).toEqual(['song4', 'song5']);
    await spotify('/playlists/twice/items', { method: 'PUT', body: { uris: [] } });
    expect(await trackIdsOf('twice')).toEqual([]);
  });

  it('changes the snapshot with every write, and shows it late when told to lag', async () => {
    await bench.control('PUT', '/clock', { offsetSeconds: 60 });
    const before = (await spotify('/playlists/mine?fields=snapshot_id')).body.snapshot_id;
    await bench.control('PUT', '/switches', { spotifySnapshotLagSeconds: 30 });
    const written = await spotify('/playlists/mine/items', { method: 'POST', body: { uris: uris(0, 1) } });
    expect(written.body.snapshot_id).not.toBe(before);
    expect((await spotify('/playlists/mine?fields=snapshot_id')).body.snapshot_id).toBe(before);
    await bench.control('PUT', '/clock', { offsetSeconds: 91 });
    expect((await spotify('/playlists/mine?fields=snapshot_id')).body.snapshot_id).toBe(written.body.snapshot_id);
  });

  it('is forbidden on what somebody else owns, and without the scope', async () => {
    expect((await spotify('/playlists/followed/items', { method: 'POST', body: { uris: uris(0, 1) } })).status).toBe(
      403,
    );
    const reader = spotifyCaller(bench, (await bench.connectSpotify('ann', 'playlist-read-private')).accessToken);
    const refused = await reader('/playlists/mine/items', { method: 'POST', body: { uris: uris(0, 1) } });
    expect(refused).toMatchObject({ status: 403, body: { error: { message: 'Insufficient client scope' } } });
    expect((await reader('/me/tracks')).status).toBe(403);
  });

  it('refuses growth beyond 10,000', async () => {
    await bench.listener('spotify', 'ann', {
      playlists: [{ id: 'full', name: 'Full', trackIds: Array(10_000).fill('song1') }],
    });
    expect((await spotify('/playlists/full/items', { method: 'POST', body: { uris: uris(0, 1) } })).status).toBe(403);
  });

  it('unfollows playlists and likes songs through the library, 40 at a time', async () => {
    expect((await spotify('/me/library?uris=spotify:playlist:followed', { method: 'DELETE' })).status).toBe(200);
    expect(await trackIdsOf('followed')).toEqual([]);
    await spotify('/me/library?uris=spotify:track:song99', { method: 'PUT' });
    expect((await spotify('/me/tracks?limit=1')).body.items[0]?.track?.id).toBe('song99');
    expect((await spotify(`/me/library?uris=${uris(0, 41).join(',')}`, { method: 'PUT' })).status).toBe(400);
  });

  it('takes a cover, and shows it', async () => {
    const headers = { 'content-type': 'image/jpeg' };
    expect((await spotify('/playlists/mine/images', { method: 'PUT', body: 'AAAA', headers })).status).toBe(202);
    expect((await spotify('/playlists/mine/images')).body).toHaveLength(3);
  });

  it('renames with an empty answer', async () => {
    const answer = await spotify('/playlists/mine', { method: 'PUT', body: { name: 'Ours' } });
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect((await spotify('/playlists/mine')).body.name).toBe('Ours');
  });
});

describe('search', () => {
  it('answers all releases of one code, and nothing for a code spelt otherwise', async () => {
    await bench.control('PUT', '/catalogue/spotify', { songs: [{ ...SONGS[0], id: 'again', isrc: 'dea100000000' }] });
    const found = await spotify('/search?q=isrc:DEA100000000&type=track');
    expect(found.body.tracks.items.map(({ id }) => id).sort()).toEqual(['again', 'song0']);
    for (const other of ['isrc:dea100000000', 'isrc:DE-A10-00-00000', 'isrc:DEA100000000 OR isrc:DEA100000001']) {
      const { body } = await spotify(`/search?q=${encodeURIComponent(other)}&type=track`);
      expect(body.tracks.items).toEqual([]);
    }
  });

  it('gives five by default and ten at most', async () => {
    expect((await spotify('/search?q=band&type=track')).body.tracks.items).toHaveLength(5);
    expect((await spotify('/search?q=band&type=track&limit=11')).status).toBe(400);
  });

  it('finds by title and artist filters, and by plain words', async () => {
    for (const q of [
      'track:Oops!...I Did It Again artist:Britney Spears',
      'track:"Oops!...I Did It Again"',
      'britney oops did again',
    ]) {
      const { body } = await spotify(`/search?q=${encodeURIComponent(q)}&type=track&limit=10`);
      expect(body.tracks.items[0]).toMatchObject({ id: '6naxalmIoLFWR0siv8dnQQ' });
    }
  });
});

describe('what development mode lost', () => {
  it.each([
    ['GET', '/playlists/mine/tracks'],
    ['POST', '/users/ann/playlists'],
    ['GET', '/users/ann/playlists'],
    ['GET', '/users/ann'],
    ['GET', '/tracks?ids=song1'],
    ['GET', '/browse/new-releases'],
    ['GET', '/markets'],
    ['PUT', '/me/tracks?ids=song1'],
  ])('answers 403 to %s %s', async (method, path) => {
    expect(await spotify(path, { method })).toMatchObject({ status: 403, body: { error: { message: 'Forbidden' } } });
  });
});

describe('extended quota', () => {
  beforeEach(() => bench.control('PUT', '/switches', { spotifyQuotaMode: 'extended' }));

  it('speaks of tracks and track', async () => {
    const list = await spotify('/me/playlists?limit=1');
    expect(list.body.items[0]).toMatchObject({ tracks: { total: 60 } });
    const entries = await spotify('/playlists/mine/items?limit=1');
    expect(entries.body.items[0]).toMatchObject({ track: { id: 'song0', popularity: expect.any(Number) } });
    expect(entries.body.items[0]).not.toHaveProperty('item');
    expect((await spotify('/playlists/mine')).body.tracks.items).toHaveLength(60);
  });

  it('keeps the old endpoints, limits and other people’s public playlists', async () => {
    expect((await spotify('/playlists/mine/tracks?limit=100')).status).toBe(200);
    expect((await spotify('/users/ann/playlists', { method: 'POST', body: { name: 'Old way' } })).status).toBe(201);
    expect((await spotify('/search?q=band&type=track&limit=50')).status).toBe(200);
    expect((await spotify('/playlists/followed/items')).status).toBe(200);
    const body = { tracks: [{ uri: 'spotify:track:song1' }] };
    expect((await spotify('/playlists/twice/tracks', { method: 'DELETE', body })).status).toBe(200);
  });
});

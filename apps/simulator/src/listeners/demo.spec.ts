import { TestBench } from '../testing/a-simulator.js';
import { spotifyCaller } from '../testing/spotify-caller.js';
import { isAvailable } from '../catalogue/song.js';
import { type Listener } from './library.js';

let bench: TestBench;
beforeAll(async () => (bench = await TestBench.create()));
afterAll(() => bench.close());

const listener = (platform: 'spotify' | 'apple', id: string): Listener => {
  const found = bench.simulator.world.listener(platform, id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const sizesOf = (platform: 'spotify' | 'apple', id: string) =>
  listener(platform, id).playlists.map(({ name, entries }) => ({ name, size: entries.length }));

describe('demo listeners', () => {
  it('are the same three people on both platforms', () => {
    for (const platform of ['spotify', 'apple'] as const) {
      const people = bench.simulator.world.listenersOf(platform).map(({ id, displayName }) => [id, displayName]);
      expect(people).toEqual([
        ['demo-small', 'Robin'],
        ['demo-large', 'Sasha'],
        ['demo-nuisances', 'Kim'],
      ]);
    }
  });

  it('give Robin short playlists, and twins that differ', () => {
    for (const { size } of sizesOf('spotify', 'demo-small')) expect(size).toBeLessThanOrEqual(20);
    const road = sizesOf('apple', 'demo-small').find(({ name }) => name === 'Road Trip');
    expect(road?.size).toBeGreaterThan(8);
  });

  it('give Sasha some 26 playlists up to 1,500 songs and a third of them on Apple', () => {
    const sizes = sizesOf('spotify', 'demo-large');
    expect(sizes).toHaveLength(26);
    expect(Math.max(...sizes.map(({ size }) => size))).toBe(1500);
    expect(listener('spotify', 'demo-large').liked.length).toBeGreaterThan(300);
    const apple = sizesOf('apple', 'demo-large');
    expect(apple.filter(({ name }) => sizes.some((one) => one.name === name)).length).toBeGreaterThanOrEqual(8);
    for (const { size } of apple) expect(size).toBeGreaterThan(15);
  });

  it('hold twins under other codes, for the comparison by text', () => {
    const { world } = bench.simulator;
    for (const [id, name] of [
      ['demo-small', 'Remastered'],
      ['demo-large', 'Reissues'],
    ] as const) {
      const codes = (['spotify', 'apple'] as const).map((platform) => {
        const playlist = listener(platform, id).playlists.find((one) => one.name === name);
        return (playlist?.entries ?? []).map((entry) =>
          entry.kind === 'song' ? world.catalogue(platform).find(entry.id)?.isrc?.toUpperCase() : undefined,
        );
      });
      const foreign = codes[1]?.filter((code) => !codes[0]?.includes(code)) ?? [];
      expect(foreign.length).toBeGreaterThanOrEqual(4);
    }
  });

  it('put only songs of the storefront on Apple, but for Kim’s lost ones', () => {
    const { world } = bench.simulator;
    const lost = world
      .listenersOf('apple')
      .flatMap(({ country, playlists }) => playlists.map((playlist) => ({ country, playlist })))
      .filter(({ country, playlist }) =>
        playlist.entries.some(({ kind, ...entry }) => {
          const song = kind === 'song' && 'id' in entry ? world.catalogue('apple').find(entry.id) : undefined;
          return song !== undefined && !isAvailable(song, country);
        }),
      );
    expect(lost.map(({ playlist }) => playlist.name)).toEqual(['Not in this country']);
  });

  it('answer every page of Kim’s library within Spotify’s own description', async () => {
    for (const spotifyQuotaMode of ['development', 'extended']) {
      await bench.control('PUT', '/switches', { spotifyQuotaMode });
      const spotify = spotifyCaller(bench, (await bench.connectSpotify('demo-nuisances')).accessToken);
      const { body } = await spotify('/me/playlists?limit=50');
      expect(body.items.map((one) => one?.name ?? null)).toContain('<b>Mix</b> & "friends"');
      for (const playlist of body.items) {
        if (!playlist) continue;
        await spotify(`/playlists/${playlist.id}?additional_types=track,episode&market=GB`);
        await spotify(`/playlists/${playlist.id}/items?limit=50&market=GB`);
      }
    }
  });

  it('let Kim meet ten thousand songs, duplicates, lost songs and lower-case codes', async () => {
    await bench.control('PUT', '/switches', { spotifyQuotaMode: 'development' });
    const spotify = spotifyCaller(bench, (await bench.connectSpotify('demo-nuisances')).accessToken);
    const byName = new Map(listener('spotify', 'demo-nuisances').playlists.map((one) => [one.name, one]));
    expect(byName.get('Ten thousand')?.entries).toHaveLength(10_000);
    const repeated = byName.get('Twice and thrice')?.entries.map((entry) => ('id' in entry ? entry.id : ''));
    expect(new Set(repeated).size).toBeLessThan(repeated?.length ?? 0);
    const lower = await spotify(`/playlists/${byName.get('Lower-case codes')?.id}/items`);
    expect(lower.body.items.some(({ item }) => /[a-z]/.test(item?.external_ids?.isrc ?? ''))).toBe(true);
    const lost = await spotify(`/playlists/${byName.get('Not in this country')?.id}/items?market=GB`);
    expect(lost.body.items.some(({ item }) => item?.is_playable === false)).toBe(true);
    expect((await spotify(`/playlists/${byName.get("Somebody else's mix")?.id}/items`)).status).toBe(403);
  });
});

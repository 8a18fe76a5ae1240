import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestBench } from './testing/a-simulator.js';
import { spotifyCaller } from './testing/spotify-caller.js';

describe('a second start in the same data directory', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('keeps connections, created playlists, loaded songs and the time', async () => {
    const first = await TestBench.create({ dataDir });
    await first.control('PUT', '/catalogue/spotify', { songs: [{ id: 'song1', name: 'Song', artists: ['Band'] }] });
    await first.control('PUT', '/clock', { offsetSeconds: 60 });
    const { accessToken } = await first.connectSpotify('demo-small');
    const userToken = await first.connectApple('demo-small');
    const body = { name: 'Kept', public: false };
    const created = await spotifyCaller(first, accessToken)('/me/playlists', { method: 'POST', body });
    await first.close();

    const second = await TestBench.create({ dataDir });
    const spotify = spotifyCaller(second, accessToken);
    expect((await spotify(`/playlists/${created.body.id}`)).body.name).toBe('Kept');
    expect((await spotify('/tracks/song1')).body.name).toBe('Song');
    expect((await second.apple('/v1/me/library/playlists', { userToken })).status).toBe(200);
    expect(await second.control('GET', '/clock')).toMatchObject({ offsetSeconds: 60 });
    await second.close();
  });
});

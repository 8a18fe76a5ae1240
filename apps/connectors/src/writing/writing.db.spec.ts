import { ConnectorsStage } from '../testing/connectors-stage.js';
import { answerOf } from '../testing/fake-http.js';
import { fakeSongs } from '../testing/fake-songs.js';
import { spotifyTrack } from '../testing/fake-spotify.js';

const SONGS = fakeSongs(120).map(({ id }) => id);
const yes = (count: number) => Array<string>(count).fill('yes');
const s = ConnectorsStage.forFile();

beforeEach(() => s.spotify.playlists.set('p', { name: 'P', owner: 'mia', entries: [] }));

const appendTo = async (userId: string, platform: string, playlistId: string) =>
  (
    await s.internal(userId, 'POST', `/internal/connectors/${platform}/playlists/${playlistId}/append`, {
      recordingIds: SONGS,
      oldTotal: 0,
    })
  ).body;

const needsReconnect = async (userId: string, platform: string) =>
  Object((await s.call(userId, 'GET', `/api/${platform}/status`)).body).reconnectRequired;

describe('a long append', () => {
  it('goes on with one refresh when the access token runs out in the middle', async () => {
    const userId = await s.onSpotify();
    s.spotify.faults.push({ method: 'POST', path: /items$/, answer: answerOf(401, {}), skip: 1, times: 1 });
    expect(await appendTo(userId, 'spotify', 'p')).toEqual({ landed: yes(120), problem: null });
    expect(s.spotify.refreshes).toBe(1);
    expect(s.spotify.playlists.get('p')?.entries).toHaveLength(120);
  });

  it('keeps what is there and asks to connect again when the token is revoked in the middle', async () => {
    const userId = await s.onSpotify();
    s.spotify.faults.push(
      { method: 'POST', path: /items$/, answer: answerOf(401, {}), skip: 1, times: 1 },
      { path: /token$/, answer: answerOf(400, { error: 'invalid_grant' }), times: 1 },
    );
    expect(await appendTo(userId, 'spotify', 'p')).toEqual({
      landed: [...yes(100), ...Array<string>(20).fill('no')],
      problem: { code: 'platform_reconnect_required', retryAfterSeconds: null },
    });
    expect(await needsReconnect(userId, 'spotify')).toBe(true);
  });

  it('says of Apple Music, which drops silently, that what was sent is not known then', async () => {
    const userId = await s.onApple();
    s.apple.playlists.set('p.1', { name: 'P', rows: [] });
    const revoked = answerOf(403, { errors: [{ code: '40300' }] });
    s.apple.faults.push(
      { method: 'POST', path: /tracks$/, answer: revoked, skip: 1, times: 1 },
      { method: 'GET', path: /tracks$/, answer: revoked, times: 9 },
    );
    expect(await appendTo(userId, 'apple', 'p.1')).toEqual({
      landed: [...Array<string>(100).fill('unknown'), ...Array<string>(20).fill('no')],
      problem: { code: 'platform_reconnect_required', retryAfterSeconds: null },
    });
    expect(await needsReconnect(userId, 'apple')).toBe(true);
  });
});

describe('removing one copy', () => {
  it('goes by a plan that is called again', async () => {
    const userId = await s.onSpotify();
    const [one, other] = fakeSongs(2).map(spotifyTrack);
    s.spotify.playlists.set('p', { name: 'P', owner: 'mia', entries: [one, other, one] });
    const remove = async (plan: unknown) =>
      (
        await s.internal(userId, 'POST', '/internal/connectors/spotify/playlists/p/remove', {
          trackId: 'song0',
          position: 0,
          plan,
        })
      ).body;
    const planned = await remove(null);
    expect(planned).toEqual({ removed: 0, plan: { copies: [0, 2], removed: 0 }, problem: null });
    expect(await remove(Object(planned).plan)).toEqual({ removed: 1, plan: null, problem: null });
    expect(s.spotify.playlists.get('p')?.entries).toEqual([other, one]);
  });
});

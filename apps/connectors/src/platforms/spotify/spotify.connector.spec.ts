import { aMember, fakeUpstream } from '../../testing/fake-upstream.js';
import { answerOf } from '../../testing/fake-http.js';
import { fakeSongs, isrcOf } from '../../testing/fake-songs.js';
import { FakeSpotify, spotifyTrack } from '../../testing/fake-spotify.js';
import { describePlatform } from '../../testing/describe-platform.js';
import { createSpotify } from './create-spotify.js';
import { SpotifyEnv } from './spotify-env.js';

const env = SpotifyEnv.parse({ SPOTIFY_CLIENT_ID: 'client', SPOTIFY_CLIENT_SECRET: 'secret' });

function aSpotify(songs = fakeSongs(120)) {
  const host = new FakeSpotify(songs);
  host.playlists.set('long', { name: 'Long', owner: 'mia', entries: songs.map(spotifyTrack) });
  host.playlists.set('empty', { name: 'Empty', owner: 'mia', entries: [] });
  host.playlists.set('foreign', { name: 'Foreign', owner: 'ben', entries: [] });
  return { host, songs, platform: createSpotify(env, 'https://segue.test', fakeUpstream(host.http, 'spotify')) };
}

describePlatform('Spotify', async () => {
  const { host, songs, platform } = aSpotify();
  return {
    platform,
    access: aMember(),
    songs,
    longPlaylistId: 'long',
    emptyPlaylistId: 'empty',
    closedPlaylistId: 'foreign',
    unknownPlaylistId: 'nowhere',
    absentIsrc: isrcOf(99_999),
    throttle: () => void host.faults.push({ answer: answerOf(429, {}, { 'retry-after': '3600' }), times: 1 }),
    talkNonsense: (text, times) => void host.faults.push({ answer: answerOf(200, text), times }),
  };
});

describe('Spotify connector', () => {
  it('never follows a next link', async () => {
    const { host, platform } = aSpotify();
    for await (const page of platform.tracks(aMember(), 'long')) expect(page.total).toBe(120);
    expect(host.seen.map(({ path, query }) => `${path}?${query.get('limit')}@${query.get('offset')}`)).toEqual([
      '/v1/playlists/long/items?50@0',
      '/v1/playlists/long/items?50@50',
      '/v1/playlists/long/items?50@100',
    ]);
  });

  it('shows playlists of others as unreadable in development mode [S52]', async () => {
    const { platform } = aSpotify();
    expect(await platform.playlist(aMember(), 'foreign')).toMatchObject({
      readable: false,
      editable: false,
      restriction: 'not-owner',
      image_url: null,
      track_count: null,
    });
    await expect(platform.trackCount(aMember(), 'foreign')).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('gives a playlist without a name one by which it can be found and made', async () => {
    const { host, platform } = aSpotify();
    host.playlists.set('nameless', { name: '', owner: 'mia', entries: [] });
    expect(await platform.playlist(aMember(), 'nameless')).toMatchObject({ name: 'Untitled playlist' });
  });

  it('keeps empty slots, local files and episodes at their places', async () => {
    const { host, platform, songs } = aSpotify();
    const local = { type: 'track', id: null, uri: 'spotify:local:A:B:C:10', name: 'Mine', is_local: true };
    const episode = { type: 'episode', id: 'e1', uri: 'spotify:episode:e1', name: 'Talk', show: { name: 'Show' } };
    host.playlists.set('odd', {
      name: 'Odd',
      owner: 'mia',
      entries: [null, local, episode, ...songs.slice(0, 1).map(spotifyTrack)],
    });
    const { entries } = await platform.trackPage(aMember(), 'odd', 0);
    expect(entries.map(({ track }) => [track.position, track.kind, track.id])).toEqual([
      [0, 'gone', 'gone:0'],
      [1, 'local', 'spotify:local:A:B:C:10'],
      [2, 'episode', 'spotify:episode:e1'],
      [3, 'song', 'song0'],
    ]);
  });

  it('refreshes once and repeats once after 401', async () => {
    const { host, platform } = aSpotify();
    const asked: (string | undefined)[] = [];
    host.validToken = 'access-2';
    const token = async (rejected?: string) => {
      asked.push(rejected);
      return rejected === undefined ? 'access-1' : 'access-2';
    };
    expect((await platform.profile(aMember({ token }))).accountId).toBe('account-mia');
    expect(asked).toEqual([undefined, 'access-1']);
    host.validToken = 'nobody';
    await expect(platform.profile(aMember({ token }))).rejects.toMatchObject({ kind: 'reconnect-required' });
  });

  it('never refreshes on 403', async () => {
    const { host, platform } = aSpotify();
    const asked: (string | undefined)[] = [];
    const token = async (rejected?: string) => String(asked.push(rejected) && 'access-1');
    host.faults.push({ answer: answerOf(403, { error: { status: 403, message: 'no' } }), times: 1 });
    await expect(platform.likedCount(aMember({ token }))).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([undefined]);
  });

  it('knows an account that development mode does not admit by the 403 of its own profile', async () => {
    const { host, platform } = aSpotify();
    host.faults.push({ path: /\/me$/, answer: answerOf(403, { error: { status: 403 } }), times: 1 });
    await expect(platform.profile(aMember())).rejects.toMatchObject({ kind: 'not-listed' });
  });

  it('asks for one ISRC at a time, without a limit', async () => {
    const { host, platform } = aSpotify();
    await platform.findByIsrcs(aMember(), [isrcOf(1), isrcOf(2)]);
    expect(host.seen.map(({ query }) => [query.get('q'), query.get('limit')])).toEqual([
      [`isrc:${isrcOf(1)}`, null],
      [`isrc:${isrcOf(2)}`, null],
    ]);
  });

  it('creates private playlists and removes by the key `items`', async () => {
    const { host, platform } = aSpotify();
    const { id } = await platform.create(aMember(), { name: 'N', description: 'a\nb' });
    await platform.remove(aMember(), id, 'song1');
    expect(host.seen.map(({ body }) => body)).toEqual([
      { name: 'N', public: false, description: 'a b' },
      { items: [{ uri: 'spotify:track:song1' }] },
    ]);
  });

  it('reads a page again that was cut in the middle', async () => {
    const { host, platform } = aSpotify();
    host.faults.push({ answer: answerOf(200, '{"items":[{"it'), times: 2 });
    expect(await platform.trackCount(aMember(), 'long')).toBe(120);
    expect(host.seen).toHaveLength(3);
  });
});

describe('Spotify consent', () => {
  it('asks with PKCE, state and our exact address [S73]', () => {
    const { platform } = aSpotify();
    const url = new URL(platform.consent.authorizeUrl({ state: 's', verifier: 'v' }));
    expect(url.origin).toBe('https://accounts.spotify.com');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: 'https://segue.test/api/spotify/callback',
      state: 's',
    });
  });

  it('keeps quiet about a refresh token that did not come', async () => {
    const { platform } = aSpotify();
    expect(await platform.consent.refresh('old')).toMatchObject({ accessToken: 'access-2', refreshToken: null });
  });

  it('takes invalid_grant as the end of the consent', async () => {
    const { host, platform } = aSpotify();
    host.faults.push({ answer: answerOf(400, { error: 'invalid_grant' }), times: 1 });
    await expect(platform.consent.refresh('old')).rejects.toMatchObject({ kind: 'reconnect-required' });
    expect(host.seen).toHaveLength(1);
  });

  it('ends six months after it was given, on the last day where the month is shorter', () => {
    const { platform } = aSpotify();
    expect(platform.consent.endsAt(new Date('2026-08-31T10:00:00Z')).toISOString()).toBe('2027-02-28T10:00:00.000Z');
    expect(platform.consent.endsAt(new Date('2026-01-15T10:00:00Z')).toISOString()).toBe('2026-07-15T10:00:00.000Z');
  });
});

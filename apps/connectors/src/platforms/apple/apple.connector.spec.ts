import { decodeJwt, decodeProtectedHeader } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { FakeApple } from '../../testing/fake-apple.js';
import { describePlatform } from '../../testing/describe-platform.js';
import { answerOf } from '../../testing/fake-http.js';
import { fakeSongs, isrcOf } from '../../testing/fake-songs.js';
import { FakeTiming } from '../../testing/fake-timing.js';
import { aMember, fakeUpstream } from '../../testing/fake-upstream.js';
import { append } from '../../writing/append.js';
import { AppleEnv } from './apple-env.js';
import { createApple } from './create-apple.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const env = AppleEnv.parse({
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })).replaceAll('\n', '\\n'),
});
const member = aMember({ ownerId: null, storefront: 'de' });

function anApple(songs = fakeSongs(230)) {
  const host = new FakeApple(songs);
  const timing = new FakeTiming();
  host.playlists.set('p.long', { name: 'Long', rows: [...songs] });
  host.playlists.set('p.empty', { name: 'Empty', rows: [] });
  host.playlists.set('p.closed', { name: 'Closed', canEdit: false, rows: [] });
  return { host, songs, timing, platform: createApple(env, fakeUpstream(host.http, 'apple', timing)) };
}

describePlatform('Apple Music', async () => {
  const { host, songs, platform } = anApple();
  return {
    platform,
    access: member,
    songs,
    longPlaylistId: 'p.long',
    emptyPlaylistId: 'p.empty',
    closedPlaylistId: 'p.closed',
    unknownPlaylistId: 'p.nowhere',
    absentIsrc: isrcOf(99_999),
    throttle: () => void host.faults.push({ answer: answerOf(429, {}, { 'retry-after': '3600' }), times: 1 }),
    talkNonsense: (text, times) => void host.faults.push({ answer: answerOf(200, text), times }),
  };
});

describe('Apple Music connector', () => {
  it('asks the catalogue for rows that came without their song', async () => {
    const { host, platform } = anApple();
    host.withoutInclude.add('song3').add('song5');
    const { entries } = await platform.trackPage(member, 'p.long', 0);
    expect([entries[3]?.track.isrc, entries[5]?.track.isrc]).toEqual([isrcOf(3), isrcOf(5)]);
    expect(host.seen.at(-1)?.query.get('ids')).toBe('song3,song5');
    expect(host.seen).toHaveLength(2);
  });

  it('keeps empty rows, uploads and videos at their places', async () => {
    const { host, platform, songs } = anApple();
    const [song] = songs;
    host.uploads.push({ id: 'i.mine', isrc: '', name: 'My own' }, { id: 'i.clip', isrc: '', name: 'Video of it' });
    host.playlists.set('p.odd', { name: 'Odd', rows: [...host.uploads, ...(song ? [song] : [])] });
    const whole = await platform.trackPage(member, 'p.odd', 0);
    expect(whole.entries.map(({ track }) => [track.position, track.kind])).toEqual([
      [0, 'song'],
      [1, 'video'],
      [2, 'song'],
    ]);
    const data = [null, { id: 7 }, 'row', { id: 'i.x', type: 'library-songs' }];
    host.faults.push({ answer: answerOf(200, { data, meta: { total: 4 } }), times: 1 });
    const { entries, total } = await platform.trackPage(member, 'p.odd', 0);
    expect(total).toBe(4);
    expect(entries.slice(0, 3).map(({ track }) => [track.position, track.kind, track.id])).toEqual([
      [0, 'gone', 'gone:0'],
      [1, 'gone', 'gone:1'],
      [2, 'gone', 'gone:2'],
    ]);
  });

  it('looks 60 ISRCs up in three calls', async () => {
    const { host, platform, songs } = anApple();
    const answers = await platform.findByIsrcs(
      member,
      songs.slice(0, 60).map(({ isrc }) => isrc),
    );
    expect(answers.every(({ outcome }) => outcome === 'found')).toBe(true);
    expect(host.seen).toHaveLength(3);
  });

  it('appends rows without asking the catalogue, each under its type', async () => {
    const { host, platform, timing } = anApple();
    host.uploads.push({ id: 'i.mine', isrc: '', name: 'My own' }, { id: 'i.clip', isrc: '', name: 'Video of it' });
    host.playlists.set('p.old', { name: 'Old', rows: [...host.uploads, ...host.songs.slice(0, 2)] });
    const { entries } = await platform.trackPage(member, 'p.old', 0);
    host.seen.length = 0;
    const result = await append({
      platform,
      access: member,
      playlistId: 'p.empty',
      recordingIds: [...entries.map(({ track }) => track.id), 'a.song7', 'song8'],
      oldTotal: 0,
      isrcsOf: async () => new Map(),
      timing,
    });
    expect(result).toEqual({ landed: Array(6).fill('yes'), problem: null, declined: [] });
    expect(host.seen.map(({ method, path, body }) => [method, path.replace(/.*p\.empty/, ''), body])).toEqual([
      [
        'POST',
        '/tracks',
        {
          data: [
            { id: 'i.mine', type: 'library-songs' },
            { id: 'i.clip', type: 'library-music-videos' },
            { id: 'i.song0', type: 'library-songs' },
            { id: 'i.song1', type: 'library-songs' },
            { id: 'song7', type: 'songs' },
            { id: 'song8', type: 'songs' },
          ],
        },
      ],
      ['GET', '/tracks', undefined],
    ]);
  });

  it('offers to rebuild instead of removing', async () => {
    const { platform } = anApple();
    expect(platform.capabilities.removeTrack).toBe('rebuild');
    await expect(platform.remove()).rejects.toMatchObject({ kind: 'unsupported' });
  });

  it('shows no member token to the catalogue', async () => {
    const { host, platform } = anApple();
    await platform.findByIsrcs(member, [isrcOf(1)]);
    expect(host.seen[0]?.headers['music-user-token']).toBeUndefined();
  });

  it('takes 403 with 40300 as the end of the consent', async () => {
    const { host, platform } = anApple();
    host.validUserToken = 'another';
    await expect(platform.trackCount(member, 'p.long')).rejects.toMatchObject({ kind: 'reconnect-required' });
  });

  it('takes 401 as trouble with our own key', async () => {
    const { host, platform } = anApple();
    host.faults.push({ answer: answerOf(401, {}), times: 1 });
    await expect(platform.trackCount(member, 'p.long')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('fills artwork templates with twice the edge of a row, for dense screens', async () => {
    const { platform } = anApple();
    const { entries } = await platform.trackPage(member, 'p.long', 0);
    expect(entries[0]?.track.cover_url).toBe('https://is1.test/96x96bb.jpg');
  });

  it('stays within the limits of an empty answer past the end', async () => {
    const { platform } = anApple();
    expect(await platform.trackPage(member, 'p.long', 500)).toEqual({ total: null, hasMore: false, entries: [] });
  });
});

describe('Apple developer tokens', () => {
  it('binds the browser token to our origin for less than an hour [S86]', async () => {
    const { platform, timing } = anApple();
    const token = await platform.consent.developerToken('https://segue.test');
    const { iss, exp, origin } = decodeJwt(token);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: 'KEY1234567' });
    expect({ iss, origin }).toEqual({ iss: 'TEAM123456', origin: ['https://segue.test'] });
    expect((exp ?? 0) - timing.now() / 1000).toBeLessThanOrEqual(3600);
  });

  it('keeps the server token without an origin and renews it before its end', async () => {
    const { host, platform, timing } = anApple();
    const used = async () => {
      await platform.trackCount(member, 'p.long');
      return host.seen.at(-1)?.headers['authorization']?.slice('Bearer '.length) ?? '';
    };
    const first = await used();
    expect(decodeJwt(first)['origin']).toBeUndefined();
    expect(await used()).toBe(first);
    timing.advance(11.5 * 60 * 60 * 1000);
    expect(await used()).not.toBe(first);
  });
});

import { spotifyContract, startSimulator, type RunningSimulator } from '@segue/testing';
import { NetworkError, type HttpClient } from '../http/http-client.js';
import { undiciHttpClient } from '../http/undici-http-client.js';
import { describePlatform, type PlatformWorld } from '../testing/describe-platform.js';
import { isrcOf } from '../testing/fake-songs.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { aMember, fakeUpstream } from '../testing/fake-upstream.js';
import { append } from '../writing/append.js';
import type { Landed } from '../writing/landed.js';
import { removeTrack } from '../writing/remove-track.js';
import { AppleEnv } from './apple/apple-env.js';
import { createApple } from './apple/create-apple.js';
import { isPlatformError } from './platform-error.js';
import { createSpotify } from './spotify/create-spotify.js';
import { SpotifyEnv } from './spotify/spotify-env.js';

type QuotaMode = 'development' | 'extended';

let simulator: RunningSimulator;
afterAll(async () => simulator.stop());

/** Songs 0 to `count - 1` as the simulator's catalogue takes them; ids look like the platform's own. */
const songsOf = (platform: 'spotify' | 'apple', count: number) =>
  Array.from({ length: count }, (_, number) => ({
    platform,
    id: platform === 'spotify' ? `Quillon${String(number).padStart(15, '0')}` : `99${String(number).padStart(8, '0')}`,
    isrc: platform === 'spotify' ? isrcOf(number).toLowerCase() : isrcOf(number),
    name: `Quillon ${number}`,
    artists: ['The Quillons'],
    album: 'Quillonia',
    durationMs: 180_000 + number,
    explicit: false,
    releaseDate: '2026-01-01',
  }));

/** Sends over HTTP and holds every Web API request to Spotify's own description. */
function validating(quotaMode: QuotaMode): HttpClient {
  const http = undiciHttpClient();
  const contract = spotifyContract({ quotaMode });
  return async (request) => {
    const [, path] = request.url.split('/spotify/api/v1');
    if (path !== undefined) {
      const { method, headers, body } = request;
      const faults = contract.validateRequest({ method, path, headers, body: body && JSON.parse(body) });
      if (faults.length > 0) throw new Error(`${method} ${path}: ${faults.join('; ')}`);
    }
    return http(request);
  };
}

async function loadListener(
  platform: 'spotify' | 'apple',
  count: number,
  ids: Record<'long' | 'empty' | 'closed', string>,
) {
  const songs = songsOf(platform, count);
  const trackIds = songs.map(({ id }) => id);
  await simulator.control('DELETE', '/faults');
  await simulator.control('PUT', '/clock', { offsetSeconds: 0 });
  await simulator.control('PUT', `/catalogue/${platform}`, { songs });
  await simulator.control('PUT', `/listeners/${platform}/tester`, {
    displayName: 'Tester',
    country: 'de',
    playlists: [
      { id: ids.long, name: 'Long', trackIds },
      { id: ids.empty, name: 'Empty', trackIds: [] },
      { id: ids.closed, name: 'Closed', editable: false, trackIds: trackIds.slice(0, 2) },
    ],
  });
  return songs.map(({ id, name }, number) => ({ id, name, isrc: isrcOf(number) }));
}

const throttle = (platform: string) => async () => {
  await simulator.control('POST', '/faults', { platform, retryAfter: 3600, times: 1 });
};
const talkNonsense = (platform: string) => async (text: string, times: number) => {
  await simulator.control('POST', '/faults', { platform, status: 200, body: text, times });
};

async function spotifyWorld(quotaMode: QuotaMode): Promise<PlatformWorld> {
  const ids = { long: 'LongPlaylist0000000000', empty: 'EmptyPlaylist000000000', closed: 'ClosedPlaylist00000000' };
  const songs = await loadListener('spotify', 120, ids);
  const platform = createSpotify(
    SpotifyEnv.parse({
      SPOTIFY_CLIENT_ID: simulator.spotifyClient.clientId,
      SPOTIFY_CLIENT_SECRET: simulator.spotifyClient.clientSecret,
      SPOTIFY_ACCOUNTS_URL: `${simulator.baseUrl}/spotify/accounts`,
      SPOTIFY_API_URL: `${simulator.baseUrl}/spotify/api/v1`,
      SPOTIFY_QUOTA_MODE: quotaMode,
    }),
    simulator.appUrl,
    fakeUpstream(validating(quotaMode), 'spotify'),
  );
  const verifier = 'v'.repeat(43);
  const url = platform.consent.authorizeUrl({ state: 's', verifier });
  const consent = await fetch(`${url}&listener=tester&decision=allow`, { redirect: 'manual' });
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { accessToken, refreshToken } = await platform.consent.exchangeCode({ code, verifier });
  expect(await platform.consent.refresh(refreshToken ?? '')).toMatchObject({ accessToken: expect.any(String) });
  const token = async () => accessToken;
  const { ownerId } = await platform.profile(aMember({ token }));
  return worldOf(platform, aMember({ ownerId, token }), songs, ids, 'NoSuchPlaylist00000000');
}

async function appleWorld(): Promise<PlatformWorld> {
  const ids = { long: 'p.LongPlaylist', empty: 'p.EmptyPlaylist', closed: 'p.ClosedPlaylist' };
  const songs = await loadListener('apple', 230, ids);
  const platform = createApple(
    AppleEnv.parse({
      APPLE_TEAM_ID: simulator.appleKeys.teamId,
      APPLE_KEY_ID: simulator.appleKeys.keyId,
      APPLE_PRIVATE_KEY: simulator.appleKeys.privateKey,
      APPLE_API_URL: `${simulator.baseUrl}/apple/api/v1`,
    }),
    { ...fakeUpstream(undiciHttpClient(), 'apple'), timing: { now: () => Date.now(), sleep: async () => undefined } },
  );
  const { userToken } = await simulator.control<{ userToken: string }>('POST', '/listeners/apple/tester/user-token');
  const { storefront } = await platform.consent.verifyUserToken(userToken, 'u');
  const access = aMember({ ownerId: null, storefront, token: async () => userToken });
  return worldOf(platform, access, songs, ids, 'p.NoSuchPlaylist');
}

const worldOf = (
  platform: PlatformWorld['platform'],
  access: PlatformWorld['access'],
  songs: PlatformWorld['songs'],
  ids: Record<'long' | 'empty' | 'closed', string>,
  unknownPlaylistId: string,
): PlatformWorld => ({
  platform,
  access,
  songs,
  longPlaylistId: ids.long,
  emptyPlaylistId: ids.empty,
  closedPlaylistId: ids.closed,
  unknownPlaylistId,
  absentIsrc: isrcOf(99_999),
  throttle: throttle(platform.id),
  talkNonsense: talkNonsense(platform.id),
});

/** A sleep turns the simulator's clock on and takes no time here. */
class SimulatedTiming extends FakeTiming {
  private turnedMs = 0;

  override async sleep(ms: number): Promise<void> {
    this.turnedMs += ms;
    await simulator.control('PUT', '/clock', { offsetSeconds: this.turnedMs / 1000 });
    await super.sleep(ms);
  }
}

/** Of the next 150 calls 3 in 10 fail, a third of those after they were carried out. The same ones in every run. */
async function makeStorm(platform: string): Promise<void> {
  let drawn = 7;
  for (let call = 0; call < 150; call += 1) {
    drawn = (drawn * 48_271) % 2_147_483_647;
    const fault = [{ status: 500, applied: true }, { status: 502 }, { drop: true }][drawn % 10] ?? {};
    await simulator.control('POST', '/faults', { platform, times: 1, ...fault });
  }
}

/** Asks again until there is an answer. */
async function patiently<T>(timing: FakeTiming, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPlatformError(error, 'unavailable')) throw error;
      await timing.sleep(1_000);
    }
  }
}

/** What becomes of a single song; an append that throws has written nothing. */
const wordOf = async (appending: ReturnType<typeof append>): Promise<Landed> => {
  try {
    return (await appending).landed[0] ?? 'no';
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return 'no';
  }
};

/** What every connector's writes promise when the platform misbehaves. */
function describeTrouble(name: string, world: () => Promise<PlatformWorld>): void {
  describe(`${name} in trouble`, () => {
    it.each([
      ['was applied although the answer was 500', { status: 500, applied: true }],
      ['was not applied', { status: 503 }],
      ['was applied although the connection died', { drop: true, applied: true }],
      ['was refused by a short 429', { retryAfter: 1 }],
    ])('writes each song once when the first write %s', async (_, fault) => {
      const { platform, access, songs, emptyPlaylistId } = await world();
      await simulator.control('POST', '/faults', { platform: platform.id, method: 'POST', times: 1, ...fault });
      const recordingIds = songs.slice(0, 30).map(({ id }) => id);
      const isrcsOf = async () => new Map(songs.map(({ id, isrc }) => [id, isrc]));
      const request = { platform, access, playlistId: emptyPlaylistId, recordingIds, oldTotal: 0, isrcsOf };
      const { landed, problem } = await append({ ...request, timing: new FakeTiming() });
      expect({ landed: new Set(landed), problem }).toEqual({ landed: new Set(['yes']), problem: null });
      const { entries } = await platform.trackPage(access, emptyPlaylistId, 0);
      expect(entries.map(({ recording }) => recording?.id)).toEqual(recordingIds);
    });

    it('waits for a write that shows late, and does not write it again', async () => {
      const { platform, access, songs, emptyPlaylistId } = await world();
      await simulator.control('POST', '/faults', { platform: platform.id, method: 'POST', times: 1, late: 40 });
      const recordingIds = songs.slice(0, 30).map(({ id }) => id);
      const isrcsOf = async () => new Map(songs.map(({ id, isrc }) => [id, isrc]));
      const request = { platform, access, playlistId: emptyPlaylistId, recordingIds, oldTotal: 0, isrcsOf };
      const { landed } = await append({ ...request, timing: new SimulatedTiming() });
      expect(new Set(landed)).toEqual(new Set(['yes']));
      expect(await platform.trackCount(access, emptyPlaylistId)).toBe(30);
    });

    it('adds each song once, or says that it did not, through a storm in which 3 of 10 calls fail', async () => {
      const { platform, access, songs, emptyPlaylistId } = await world();
      await makeStorm(platform.id);
      const timing = new FakeTiming();
      const isrcsOf = async () => new Map(songs.map(({ id, isrc }) => [id, isrc]));
      const told = new Map<string, Landed>();
      for (const { id } of songs.slice(0, 20)) {
        const oldTotal = await patiently(timing, () => platform.trackCount(access, emptyPlaylistId));
        const request = { platform, access, playlistId: emptyPlaylistId, recordingIds: [id], oldTotal };
        told.set(id, await wordOf(append({ ...request, isrcsOf, timing })));
      }
      expect(await simulator.control<unknown[]>('GET', '/faults')).not.toEqual([]);
      await simulator.control('DELETE', '/faults');
      const { entries } = await platform.trackPage(access, emptyPlaylistId, 0);
      const held = entries.map(({ recording }) => recording?.id);
      expect(new Set(held).size).toBe(held.length);
      const idsOf = (word: Landed) => [...told].flatMap(([id, landed]) => (landed === word ? id : []));
      expect(held.filter((id) => told.get(id ?? '') !== 'unknown')).toEqual(idsOf('yes'));
      expect(idsOf('yes').length).toBeGreaterThan(15);
    });

    it('tells which song was dropped without a word', async () => {
      const { platform, access, songs, emptyPlaylistId } = await world();
      await simulator.control('POST', '/faults', {
        platform: platform.id,
        method: 'POST',
        silentlyIgnore: true,
        times: 1,
      });
      const recordingIds = songs.slice(0, 1).map(({ id }) => id);
      const isrcsOf = async () => new Map<string, string>();
      const request = { platform, access, playlistId: emptyPlaylistId, recordingIds, oldTotal: 0, isrcsOf };
      expect(await append({ ...request, timing: new FakeTiming() })).toEqual({
        landed: ['no'],
        problem: null,
        declined: recordingIds,
      });
    });
  });
}

describe('against the simulator', () => {
  beforeAll(async () => {
    simulator = await startSimulator();
  });

  describePlatform('Spotify (development)', () => spotifyWorld('development'));
  describePlatform('Apple Music', appleWorld);
  describeTrouble('Spotify', () => spotifyWorld('development'));
  describeTrouble('Apple Music', appleWorld);

  it.each([0, 2, 4])('removes the copy at place %s from Spotify and leaves the others in place', async (position) => {
    const { platform, access, songs, emptyPlaylistId } = await spotifyWorld('development');
    const [one = '', two = '', three = ''] = songs.map(({ id }) => id);
    const list = [one, two, one, three, one];
    await platform.add(access, emptyPlaylistId, list);
    const request = { platform, access, playlistId: emptyPlaylistId, trackId: one, position, timing: new FakeTiming() };
    const { plan } = await removeTrack({ ...request, plan: null });
    // The connection dies after each of the three writes was carried out.
    await simulator.control('POST', '/faults', {
      platform: 'spotify',
      method: 'DELETE',
      drop: true,
      applied: true,
      times: 1,
    });
    await simulator.control('POST', '/faults', {
      platform: 'spotify',
      method: 'POST',
      drop: true,
      applied: true,
      times: 2,
    });
    expect(await removeTrack({ ...request, plan })).toEqual({ removed: 1, plan: null, problem: null });
    const { entries } = await platform.trackPage(access, emptyPlaylistId, 0);
    expect(entries.map(({ track }) => track.id)).toEqual(list.toSpliced(position, 1));
  });

  it('does not take a redirect to another host', async () => {
    const { platform, access, longPlaylistId } = await spotifyWorld('development');
    await simulator.control('POST', '/faults', { platform: 'spotify', status: 302, body: {}, times: 1 });
    await expect(platform.playlist(access, longPlaylistId)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('takes a closed port for a lost answer', async () => {
    const send = undiciHttpClient()({ method: 'GET', url: 'http://127.0.0.1:9', headers: {} });
    await expect(send).rejects.toBeInstanceOf(NetworkError);
  });
});

describe('against the simulator with extended quota', () => {
  beforeAll(async () => {
    await simulator.stop();
    simulator = await startSimulator({ env: { SPOTIFY_QUOTA_MODE: 'extended' } });
  });

  describePlatform('Spotify (extended)', () => spotifyWorld('extended'));
});

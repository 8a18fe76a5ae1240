import { exportConnections, LIKED_SONGS_ID, PLAYLIST_CACHE_MS } from '@segue/contracts';
import { randomBytes, randomUUID } from 'node:crypto';
import { spotifyTrack } from '../testing/fake-spotify.js';
import { ConnectorsStage } from '../testing/connectors-stage.js';
import { consentFlow } from '../testing/consent-flow.js';
import { answerOf } from '../testing/fake-http.js';
import { fakeSongs } from '../testing/fake-songs.js';
import { A_KEY, bearerOf, type TestService } from '../testing/test-service.js';
import { MemoryPruning } from '../recordings/memory-pruning.js';
import { Connection } from './connection.entity.js';
import { ConnectionRepository } from './connection.repository.js';
import { ConsentTransaction } from './consent-transaction.entity.js';
import { MemberTokens } from './member-tokens.js';

const s = ConnectorsStage.forFile();
const { login, connected } = consentFlow(s);

const tokenCalls = () => s.spotify.count('POST', /api\/token$/);
const status = async (userId: string) => (await s.call(userId, 'GET', '/api/spotify/status')).body;

describe('tokens', () => {
  it('stand nowhere in the clear [S88]', async () => {
    const userId = await connected();
    const [row] = await s.database.getRepository(Connection).findBy({ userId });
    expect(row?.accessToken).toMatch(/^one\./);
    expect(`${JSON.stringify(row)}${s.log.join('')}`).not.toMatch(/access-1|refresh-1/);
    expect(s.log.join('')).toContain('platform.connected');
  });

  it('are refreshed once for 20 calls that find it run out [S82]', async () => {
    const userId = await connected();
    s.timing.advance(3600_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => s.call(userId, 'GET', '/api/spotify/me')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(s.spotify.refreshes).toBe(1);
  });

  it('are refreshed once by two replicas', async () => {
    const userId = await connected();
    const other = await s.startReplica();
    s.timing.advance(3600_000);
    other.timing.advance(3600_000);
    const tokens = await Promise.all([s, other].map(({ app }) => app.get(MemberTokens).token(userId, 'spotify')));
    expect(s.spotify.refreshes + other.spotify.refreshes).toBe(1);
    expect(tokens[0]).toBe(tokens[1]);
  });

  it('keep the old refresh token when none came [S82]', async () => {
    const userId = await connected();
    for (const refreshes of [1, 2]) {
      s.timing.advance(3600_000);
      expect((await s.call(userId, 'GET', '/api/spotify/me')).status).toBe(200);
      expect(s.spotify.refreshes).toBe(refreshes);
    }
    const used = s.spotify.seen
      .filter(({ path }) => path.endsWith('/token'))
      .map(({ body }) => Object(body).refresh_token);
    expect(used.slice(1)).toEqual(['refresh-1', 'refresh-1']);
  });

  it('are dropped for good on invalid_grant [S83]', async () => {
    const userId = await connected();
    s.timing.advance(3600_000);
    s.spotify.faults.push({ path: /token$/, answer: answerOf(400, { error: 'invalid_grant' }), times: 9 });
    const before = tokenCalls();
    for (let call = 0; call < 3; call += 1) {
      const { status, body } = await s.call(userId, 'GET', '/api/spotify/me');
      expect([status, Object(body).code]).toEqual([400, 'platform_reconnect_required']);
    }
    expect(tokenCalls()).toBe(before + 1);
    expect(await status(userId)).toMatchObject({ connected: false, reconnectRequired: true });
    expect(await s.database.getRepository(Connection).findOneBy({ userId })).toMatchObject({
      accessToken: null,
      refreshToken: null,
    });
  });

  it('survive a token endpoint that is down for a moment', async () => {
    const userId = await connected();
    s.timing.advance(3600_000);
    s.spotify.faults.push({ path: /token$/, answer: answerOf(503), times: 3 });
    expect((await s.call(userId, 'GET', '/api/spotify/me')).status).toBe(503);
    expect((await s.call(userId, 'GET', '/api/spotify/me')).status).toBe(200);
  });

  it('of another member do not open [S89]', async () => {
    const userId = await connected();
    const rows = s.database.getRepository(Connection);
    const row = await rows.findOneByOrFail({ userId });
    const thief = randomUUID();
    await rows.insert({ ...row, userId: thief, accountId: 'another' });
    expect((await s.call(thief, 'GET', '/api/spotify/me')).body).toMatchObject({ code: 'platform_reconnect_required' });
  });

  it('move to a new key at start, so that the old one can go [S90]', async () => {
    const userId = await connected();
    const newKey = `two:${randomBytes(32).toString('base64')}`;
    await s.startReplica(`${newKey},${A_KEY}`);
    const alone = await s.startReplica(newKey);
    expect((await alone.call(userId, 'GET', '/api/spotify/me')).status).toBe(200);
  });

  it('are opened by every replica all through a change of keys, whoever renews them meanwhile [S90]', async () => {
    const userId = await connected();
    const newKey = `two:${randomBytes(32).toString('base64')}`;
    const start = (...keys: string[]) => s.startReplica(keys.join(','));
    const works = async (...replicasThen: TestService[]) => {
      for (const replica of replicasThen) {
        expect((await replica.call(userId, 'GET', '/api/spotify/me')).status).toBe(200);
        replica.timing.advance(3600_000);
        expect((await replica.call(userId, 'GET', '/api/spotify/me')).status).toBe(200);
      }
    };
    const knowing = await start(A_KEY, newKey);
    await works(s, knowing);
    const sealing = await start(newKey, A_KEY);
    await works(sealing, knowing);
    await start(newKey, A_KEY);
    await works(await start(newKey));
  });

  it('stay while a replica does not know their key yet', async () => {
    const userId = await connected();
    const ahead = await s.startReplica(`two:${randomBytes(32).toString('base64')},${A_KEY}`);
    expect(await s.call(userId, 'GET', '/api/spotify/me')).toMatchObject({ status: 503 });
    expect((await ahead.call(userId, 'GET', '/api/spotify/me')).status).toBe(200);
  });

  it('are of no use after six months [S84]', async () => {
    const userId = await connected();
    s.timing.advance(190 * 24 * 3600_000);
    expect(await status(userId)).toMatchObject({ connected: false, reconnectRequired: true });
    expect((await s.call(userId, 'GET', '/api/spotify/me')).body).toMatchObject({
      code: 'platform_reconnect_required',
    });
  });
});

describe('connecting Apple Music', () => {
  const connect = (userId: string, userToken: string) => s.call(userId, 'POST', '/api/apple/connect', { userToken });

  it('asks Apple before it stores the token [S85]', async () => {
    const userId = randomUUID();
    const refused = await connect(userId, 'garbage');
    expect([refused.status, Object(refused.body).code]).toEqual([400, 'platform_connect_failed']);
    expect((await s.call(userId, 'GET', '/api/apple/status')).body).toMatchObject({ connected: false });
    expect((await connect(userId, 'access-1')).body).toEqual({ connected: true });
    expect((await s.call(userId, 'GET', '/api/apple/me')).body).toEqual({
      display_name: 'Apple Music (Germany)',
      avatar: null,
    });
  });

  it('notices a revoked token and asks to connect again', async () => {
    const userId = randomUUID();
    await connect(userId, 'access-1');
    s.apple.validUserToken = 'another';
    for (let call = 0; call < 2; call += 1) {
      expect((await s.call(userId, 'GET', '/api/apple/playlists')).body).toMatchObject({
        code: 'platform_reconnect_required',
      });
    }
    expect(s.apple.count('GET', /playlists$/)).toBe(1);
  });

  it('has no login, and Spotify no token [S77]', async () => {
    const userId = randomUUID();
    const answers = await Promise.all([
      s.call(userId, 'GET', '/api/apple/login'),
      s.call(userId, 'GET', '/api/apple/callback?code=c&state=s'),
      s.call(userId, 'GET', '/api/spotify/token'),
      s.call(userId, 'POST', '/api/spotify/connect', { userToken: 'x' }),
      s.call(userId, 'GET', '/api/tidal/status'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400]);
  });
});

describe('disconnecting', () => {
  it('deletes tokens, started consents and the cached library at once [S44, S87]', async () => {
    const userId = await connected();
    await login(userId);
    await s.call(userId, 'GET', '/api/spotify/playlists');
    const disconnect = () => s.call(userId, 'POST', '/api/spotify/disconnect');
    expect([(await disconnect()).body, (await disconnect()).body]).toEqual([
      { connected: false },
      { connected: false },
    ]);
    for (const table of ['connections', 'consent_transactions', 'cached_libraries']) {
      expect(await s.database.query(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
    expect((await s.call(userId, 'GET', '/api/spotify/playlists')).body).toMatchObject({
      code: 'platform_not_connected',
    });
    const events: { name: string }[] = await s.database.query('SELECT name FROM outbox ORDER BY sequence');
    expect(events.map(({ name }) => name)).toEqual(['platform.connected', 'platform.disconnected']);
  });

  it('forgets a deleted member, hearing it twice', async () => {
    const userId = await connected();
    await login(userId);
    const repository = s.app.get(ConnectionRepository);
    for (let time = 0; time < 2; time += 1) await s.database.transaction((tx) => repository.forgetMember(tx, userId));
    expect(await s.database.getRepository(Connection).countBy({ userId })).toBe(0);
    expect(await s.database.getRepository(ConsentTransaction).countBy({ userId })).toBe(0);
  });
});

describe('the library', () => {
  it('is read once in five minutes', async () => {
    const userId = await connected();
    s.spotify.playlists.set('p', { name: 'P', owner: 'mia', entries: [] });
    const read = () => s.call(userId, 'GET', '/api/spotify/playlists');
    expect(await read()).toEqual(await read());
    expect(s.spotify.count('GET', /me\/playlists$/)).toBe(1);
    s.timing.advance(5 * 60_000);
    await read();
    expect(s.spotify.count('GET', /me\/playlists$/)).toBe(2);
  });

  it('of one member is never shown to another, who asks with their own token [S43, S44]', async () => {
    const [mia, ben] = [await connected(), randomUUID()];
    s.spotify.playlists.set('p', { name: 'Secret of Mia', owner: 'mia', entries: [] });
    await s.call(mia, 'GET', '/api/spotify/playlists');
    const asked = s.spotify.seen.length;
    for (const url of ['playlists', 'playlists/p', 'playlists/p/tracks', 'playlists/p/trackCount', 'tracks', 'me']) {
      const { status, body } = await s.call(ben, 'GET', `/api/spotify/${url}`);
      expect([url, status, Object(body).code]).toEqual([url, 400, 'platform_not_connected']);
    }
    expect(s.spotify.seen).toHaveLength(asked);
  });

  it('has the liked songs as a playlist', async () => {
    const userId = await connected();
    s.spotify.liked = fakeSongs(60).map(spotifyTrack);
    expect((await s.call(userId, 'GET', '/api/spotify/tracks/count')).body).toEqual({ count: 60 });
    const { body } = await s.internal(userId, 'GET', `/internal/connectors/spotify/playlists/${LIKED_SONGS_ID}`);
    expect(Object(body).playlist).toMatchObject({ name: 'Liked Songs', track_count: 60, editable: false });
    expect((await s.call(userId, 'GET', '/api/apple/tracks')).status).toBe(404);
  });

  it('says not_found of playlists that are foreign or unknown [S43]', async () => {
    const userId = await connected();
    s.spotify.playlists.set('foreign', { name: 'F', owner: 'ben', entries: [] });
    for (const id of ['foreign', 'nowhere']) {
      const { status, body } = await s.call(userId, 'GET', `/api/spotify/playlists/${id}/tracks`);
      expect([status, Object(body).code]).toEqual([404, 'not_found']);
    }
    expect((await s.call(userId, 'GET', '/api/spotify/playlists/..%2F..%2Fme/tracks')).status).toBe(400);
  });

  it('answers busy with the time when Spotify asks to wait', async () => {
    const userId = await connected();
    s.spotify.faults.push({ answer: answerOf(429, {}, { 'retry-after': '79892' }), times: 1 });
    const answer = await s.app.inject({ url: '/api/spotify/playlists', headers: await bearerOf(userId) });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '79892']);
    expect(answer.json()).toMatchObject({ code: 'platform_busy', retryAfterSeconds: 79_892 });
  });
});

describe('the export', () => {
  const exportOf = async (userId: string) => (await s.call(userId, 'GET', '/api/platforms/export')).body;

  it('holds the connections of the member and what is cached of the library, but no token', async () => {
    const userId = await connected();
    expect((await s.call(userId, 'GET', '/api/spotify/playlists')).status).toBe(200);
    const { connections, cachedLibraries } = exportConnections.response.parse(await exportOf(userId));
    expect(connections).toEqual([
      expect.objectContaining({ platform: 'spotify', state: 'connected', authorizedAt: expect.any(String) }),
    ]);
    expect(cachedLibraries).toEqual([expect.objectContaining({ platform: 'spotify', playlists: expect.any(Array) })]);
    expect(JSON.stringify(await exportOf(userId))).not.toMatch(/token/i);
  });

  it('is without a library that was deleted because its minutes are over', async () => {
    const userId = await connected();
    await s.call(userId, 'GET', '/api/spotify/playlists');
    s.timing.advance(PLAYLIST_CACHE_MS);
    await s.app.get(MemoryPruning).run();
    expect(await s.database.query('SELECT * FROM cached_libraries WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('of a member without a connection is empty', async () => {
    await connected();
    expect(await exportOf(randomUUID())).toEqual({ connections: [], cachedLibraries: [] });
  });
});

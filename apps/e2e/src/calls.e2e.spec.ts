import { addTrack, createPlaylist, type Endpoint, ErrorBody, pathOf, ROUTES, startSync } from '@segue/contracts';
import { call, connect, newMember, PASSWORD, request } from './support/api.js';
import { clearUpstreamCalls, control, libraryOf, putListener, upstreamCalls } from './support/simulator.js';

const publicRoutes = Object.entries(ROUTES).filter(([, { path }]) => path.startsWith('/api/'));
const SOME_PARAMS = {
  service: 'sync',
  operation: 'some-key',
  platform: 'spotify',
  id: 'abc',
  token: 'a-token-of-some-length',
};

/** What nobody should send. `undefined` is a request without a body. */
const HOSTILE_BODIES: unknown[] = [
  undefined,
  '{"cut":',
  'null',
  [],
  'a string',
  42,
  {},
  { __proto__: null, constructor: { prototype: { isAdmin: true } } },
  {
    platform: 'tidal',
    playlistId: '../../me',
    playlistName: 7,
    tracks: 'all',
    track: [],
    email: { $ne: null },
    password: { $gt: '' },
  },
  {
    platform: ['apple'],
    playlistId: 'x'.repeat(500),
    name: '\u0000',
    email: 'a@b.c\r\nBcc: v@x.test',
    tracks: [null, { isrc: {} }],
  },
  {
    platform: 'apple',
    playlistId: "' OR 1=1--",
    playlistName: '',
    tracks: [[[[[]]]]],
    track: { isrc: 7, name: {} },
    userToken: {},
  },
];

const isRefusal = (status: number) => status >= 400 && status < 500;

describe('who may call what', () => {
  const guarded = publicRoutes.filter(([, { access }]) => access !== 'public');

  it.each(guarded)('%s needs a token', async (_, endpoint) => {
    const { status, body } = await call(endpoint, {
      params: SOME_PARAMS,
      ...(endpoint.method === 'POST' && { body: {} }),
    });
    expect(status).toBe(401);
    expect(ErrorBody.parse(body)).toMatchObject({ code: 'unauthenticated', message: body.error });
  });

  it.each(publicRoutes.filter(([, { access }]) => access === 'admin'))('%s is not for members', async (_, endpoint) => {
    const { token } = await newMember();
    const { status, body } = await call(endpoint, { token, params: SOME_PARAMS });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('never reaches a route of our services among themselves', async () => {
    const inner = Object.values(ROUTES).filter(({ path }) => path.startsWith('/internal/'));
    for (const endpoint of inner) {
      const { status } = await request(endpoint.method, pathOf(endpoint, { ...SOME_PARAMS, userId: 'x' }));
      expect({ path: endpoint.path, isThere: ![404, 405].includes(status) }).toMatchObject({ isThere: false });
    }
  });
});

describe('bad input', () => {
  const withBody = publicRoutes.filter(([, { method }]) => method === 'POST');

  it.each(withBody)('%s answers hostile bodies with an error of the contract', async (name, endpoint: Endpoint) => {
    const { token } = await newMember();
    for (const body of HOSTILE_BODIES) {
      const answer = await call(endpoint, { token, body, params: SOME_PARAMS });
      // Routes without a body take whatever comes; what they do needs none of it.
      const takesNoBody = endpoint.body.safeParse({ anything: [] }).success;
      if (takesNoBody && answer.status === 200) continue;
      expect({ name, body, status: answer.status, ok: isRefusal(answer.status) }).toMatchObject({ ok: true });
      ErrorBody.parse(answer.body);
    }
  });

  // Who is no administrator is refused before anything is read.
  const forMembers = withBody.filter(([, { access }]) => access !== 'admin');
  it.each(forMembers)('%s refuses a body over its limit [S62]', async (_, endpoint: Endpoint) => {
    const { token } = await newMember();
    const body = JSON.stringify({ name: 'x'.repeat(endpoint.bodyLimitBytes) });
    const { status, body: error } = await call(endpoint, { token, body, params: SOME_PARAMS });
    expect([status, error.code]).toEqual([413, 'payload_too_large']);
  });

  it.each(['tidal', 'SPOTIFY', 'spotify%00', '..%2fapple'])('refuses the platform %s [S46]', async (platform) => {
    const { token } = await newMember();
    const { status } = await request('GET', `/api/${platform}/playlists`, { token });
    expect(isRefusal(status)).toBe(true);
  });

  it("answers another member's and unknown playlists alike, with 404", async () => {
    const [mine, other] = [await newMember(), await newMember()];
    await putListener('spotify', 'owner', {
      displayName: 'Owner',
      country: 'de',
      playlists: [{ id: 'ownersOwnPlaylist00001', name: 'Private', trackIds: [] }],
    });
    await putListener('spotify', 'stranger', { displayName: 'Stranger', country: 'de', playlists: [] });
    await connect('spotify', 'owner', mine.token);
    await connect('spotify', 'stranger', other.token);
    const unknown = await request('GET', '/api/spotify/playlists/0000000000000000000000/tracks', {
      token: other.token,
    });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  });
});

describe('the daily allowance', () => {
  const target = (n: number) => ({ platform: 'apple', playlistId: `p.playlist${n}`, playlistName: `Playlist ${n}` });

  it('is one grant for 50 parallel start-sync calls for 50 playlists [S112]', async () => {
    const { token } = await newMember();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => call(startSync, { token, body: target(n) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(49);
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'daily_limit_reached', availableAt: expect.any(String) });
  });

  it('is free for the same playlist again', async () => {
    const { token } = await newMember();
    for (let n = 0; n < 3; n += 1) expect((await call(startSync, { token, body: target(1) })).status).toBe(200);
  });

  it('is not got round by writing without start-sync [S114]', async () => {
    const { token } = await newMember();
    await putListener('apple', 'dodger', {
      displayName: 'Dodger',
      country: 'de',
      playlists: [{ id: 'p.dodger', name: 'Other', trackIds: [] }],
    });
    await connect('apple', 'dodger', token);
    await call(startSync, { token, body: target(1) });
    await clearUpstreamCalls();
    const track = { isrc: 'USUR10200370', name: 'Dilemma', artist: 'Nelly', album: 'Nellyville' };
    const added = await call(addTrack, { token, body: { platform: 'apple', playlistId: 'p.dodger', track } });
    const created = await call(createPlaylist, {
      token,
      body: { platform: 'apple', name: 'New', description: '', tracks: ['USUR10200370'] },
    });
    expect([added.body.code, created.body.code]).toEqual(['daily_limit_reached', 'daily_limit_reached']);
    expect((await upstreamCalls('apple')).total).toBe(0);
    expect((await libraryOf('apple', 'dodger')).playlists).toHaveLength(1);
  });

  it('is given back when nothing could be written [S117]', async () => {
    const { token } = await newMember();
    await putListener('apple', 'unlucky', {
      displayName: 'Unlucky',
      country: 'de',
      playlists: [{ id: 'p.unlucky', name: 'Mine', trackIds: [] }],
    });
    await connect('apple', 'unlucky', token);
    const track = { isrc: 'ZZZZZ0000000', name: 'Nothing of that name', artist: 'Nobody at all', album: '' };
    const { body } = await call(addTrack, { token, body: { platform: 'apple', playlistId: 'p.unlucky', track } });
    expect(body).toMatchObject({ added: [], mismatched: [], failed: [{ sourceIndex: 0 }] });
    expect((await call(startSync, { token, body: target(2) })).status).toBe(200);
  });
});

describe('nothing lost, nothing doubled', () => {
  it.each([
    ['a 502 that was applied', { status: 502, applied: true }],
    ['a 502 that was not', { status: 502 }],
    ['a dropped connection after applying', { drop: true, applied: true }],
  ])('adds a track once through %s', async (_, fault) => {
    const { token } = await newMember();
    const listener = `faulty-${Math.random().toString(36).slice(2, 8)}`;
    await putListener('spotify', listener, {
      displayName: 'Faulty',
      country: 'de',
      playlists: [{ id: `${listener}0000000000`, name: 'Mine', trackIds: [] }],
    });
    await connect('spotify', listener, token);
    await control('POST', '/control/faults', {
      platform: 'spotify',
      method: 'POST',
      path: 'playlists/[^/]+/items',
      times: 1,
      ...fault,
    });
    const track = { isrc: 'USUR10200370', name: 'Dilemma', artist: 'Nelly', album: 'Nellyville' };
    const { status, body } = await call(addTrack, {
      token,
      body: { platform: 'spotify', playlistId: `${listener}0000000000`, track },
    });
    await control('DELETE', '/control/faults');
    expect([status, body.added?.length]).toEqual([200, 1]);
    expect((await libraryOf('spotify', listener)).playlists[0]?.trackIds).toHaveLength(1);
  });

  it('answers a repeated Idempotency-Key without a second write', async () => {
    const { token } = await newMember();
    await putListener('spotify', 'repeater', {
      displayName: 'Repeater',
      country: 'de',
      playlists: [{ id: 'repeatersPlaylist00001', name: 'Mine', trackIds: [] }],
    });
    await connect('spotify', 'repeater', token);
    const body = {
      platform: 'spotify',
      playlistId: 'repeatersPlaylist00001',
      track: { isrc: 'USUR10200370', name: 'Dilemma', artist: 'Nelly', album: '' },
    };
    const headers = { 'idempotency-key': 'the-same-key' };
    const answers = [await call(addTrack, { token, body, headers }), await call(addTrack, { token, body, headers })];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await libraryOf('spotify', 'repeater')).playlists[0]?.trackIds).toHaveLength(1);
  });
});

describe('sessions', () => {
  it('end at once when the password changes', async () => {
    const { token, email } = await newMember();
    const other = (await request('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).body.token;
    const changed = await request('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: 'another sound phrase 8' },
    });
    expect(changed.status).toBe(200);
    expect((await request('GET', '/api/auth/profile', { token: other })).status).toBe(401);
    expect((await request('GET', '/api/billing/status', { token })).status).toBe(401);
    expect((await request('GET', '/api/auth/profile', { token: changed.body.token })).status).toBe(200);
  });

  it('end at once when the account is deleted [S36]', async () => {
    const { token } = await newMember();
    expect((await request('DELETE', '/api/auth/delete-profile', { token })).status).toBe(200);
    expect((await request('GET', '/api/billing/status', { token })).status).toBe(401);
  });
});

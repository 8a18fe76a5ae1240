import {
  appendTracks,
  claimAllowance,
  createPlatformPlaylist,
  createPlaylist,
  type EventEnvelope,
  findByIsrc,
  settleAllowance,
} from '@segue/contracts';
import { AppError } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { Listeners } from '../listeners.js';
import { asked, aSong, isrcOf, toTrack } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { SyncStage } from '../testing/sync-stage.js';

const sync = SyncStage.forFile(({ catalogue }) => {
  for (let number = 0; number < 50; number += 1) catalogue.push(aSong(number));
});

const create = async (tracks: unknown[], key?: string, more: Record<string, unknown> = {}) =>
  sync.ask(
    createPlaylist,
    { platform: 'apple', name: 'Road trip', description: 'Songs', sourcePlaylistId: 'source', tracks, ...more },
    key,
  );
const made = () => sync.services.playlists.map(({ playlist }) => playlist);
const songs = () => sync.services.songsOf(made()[0]?.id ?? '');
const rows = (table: string) => sync.database.query(`SELECT * FROM ${table} WHERE user_id = $1`, [sync.userId]);

describe('creating a playlist', () => {
  it('keeps the order and the repeats of its tracks, as codes or as tracks', async () => {
    const answer = await create([isrcOf(3), asked(1), isrcOf(2), asked(3), isrcOf(3)]);
    expect(answer.status).toBe(200);
    expect(songs()).toEqual(['song-3', 'song-1', 'song-2', 'song-3', 'song-3']);
    expect(answer.body).toMatchObject({ data: [{ id: made()[0]?.id, name: 'Road trip', track_count: 5 }], failed: [] });
  });

  it('puts each track into exactly one list', async () => {
    sync.services.catalogue[1] = aSong(1, { isrc: 'GBAAA1234567' });
    const { body } = await create([asked(1), asked(2), asked(77), asked(3, { kind: 'local' }), isrcOf(88)]);
    const indexes = (list: string) =>
      (body[list] as Array<{ sourceIndex: number }>).map(({ sourceIndex }) => sourceIndex);
    expect({ added: indexes('added'), mismatched: indexes('mismatched'), failed: indexes('failed') }).toEqual({
      added: [1],
      mismatched: [0],
      failed: [2, 3, 4],
    });
    expect(songs()).toEqual(['song-1', 'song-2']);
  });

  it('asks for each code once and claims the day before it makes anything', async () => {
    await create([isrcOf(1), isrcOf(2), isrcOf(1)]);
    const asking = sync.services.calls.filter(({ endpoint }) => endpoint === findByIsrc);
    expect(asking.map(({ body }) => body.isrcs)).toEqual([[isrcOf(1), isrcOf(2)]]);
    const order = sync.services.calls.map(({ endpoint }) => endpoint);
    expect(order.indexOf(claimAllowance)).toBeLessThan(order.indexOf(createPlatformPlaylist));
  });

  it('remembers the pairing, moves the day to the new playlist and tells of it', async () => {
    await create([isrcOf(1)]);
    const [{ id: playlistId } = { id: '' }] = made();
    expect(await rows('pairings')).toMatchObject([
      { source_platform: 'spotify', source_playlist_id: 'source', target_playlist_id: playlistId },
    ]);
    expect(sync.dayOf(sync.userId)).toBe(playlistId);
    expect(await sync.facts()).toMatchObject([
      { name: 'playlist.created', payload: { playlistId, name: 'Road trip' } },
    ]);
    const items = await sync.database.query(
      `SELECT state FROM operation_items JOIN operations ON operations.id = operation_id WHERE user_id = $1`,
      [sync.userId],
    );
    expect(items).toEqual([{ state: 'confirmed' }]);
  });

  it('is stopped by a used-up day before anything is made', async () => {
    sync.services.days.set(sync.userId, { playlistId: 'p.other', writes: 1 });
    expect(await create([isrcOf(1)])).toMatchObject({ status: 403, body: { code: 'daily_limit_reached' } });
    expect(made()).toEqual([]);
  });

  it('ten times at once on the free plan makes one playlist [S115]', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create([isrcOf(1)])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
    expect(made()).toHaveLength(1);
  });

  it('ten times at once with one key makes one playlist [S115]', async () => {
    await Promise.all(Array.from({ length: 10 }, () => create([isrcOf(1)], 'key-1')));
    expect(made()).toHaveLength(1);
    expect(songs()).toEqual(['song-1']);
  });

  it.each([
    ['too long a name', { name: '😀'.repeat(150) }, { name: '😀'.repeat(100) }],
    ['too long a description', { description: 'x '.repeat(400) }, { description: 'x '.repeat(150).trim() }],
    ['a description of several lines', { description: 'one\r\n two' }, { description: 'one two' }],
    ['no description', { description: null }, { description: '' }],
  ])('with %s cuts it to what platforms take [S121]', async (_, more, written) => {
    expect((await create([], undefined, more)).status).toBe(200);
    expect(made()[0]).toMatchObject(written);
  });

  it.each([
    ['no name', { name: '' }],
    ['50,000 tracks', { tracks: Array(50_000).fill('x') }],
    ['tracks that are none', { tracks: [7] }],
  ])('with %s is refused as malformed', async (_, more) => {
    expect((await create([], undefined, more)).status).toBe(400);
  });
});

describe('a platform that is away', () => {
  it('before the playlist is made leaves nothing behind and gives the day back', async () => {
    sync.services.failOnce(findByIsrc, new AppError('platform_unavailable'));
    expect((await create([isrcOf(1)], 'key-1')).status).toBe(503);
    expect(made()).toEqual([]);
    expect(sync.dayOf(sync.userId)).toBeUndefined();
    expect((await create([isrcOf(1)], 'key-1')).status).toBe(200);
  });

  it.each([
    ['some songs could not be read back', ['yes', 'unknown'], 3600],
    ['it asked for a moment', ['yes', 'no'], 11],
  ])('in the middle of the writing (%s) lets the same key go on to the end', async (_, landed, retryAfterSeconds) => {
    sync.services.once(appendTracks, (_usual, { params }) => {
      const target = sync.services.playlists.find(({ playlist }) => playlist.id === params.id);
      target?.tracks.push(toTrack(aSong(1), 0));
      return { landed, problem: { code: 'platform_busy', retryAfterSeconds } };
    });
    const first = await create([isrcOf(1), isrcOf(2)], 'key-1');
    expect(first).toMatchObject({ status: 503, body: { code: 'platform_busy', retryAfterSeconds } });
    const second = await create([isrcOf(1), isrcOf(2)], 'key-1');
    expect([second.status, (second.body.added as unknown[]).length]).toEqual([200, 2]);
    expect(songs()).toEqual(['song-1', 'song-2']);
    expect(made()).toHaveLength(1);
  });

  it.each([
    ['that asks for longer than anybody waits', { code: 'platform_busy', retryAfterSeconds: 3600 }, 'platform_busy'],
    ['that ended our access', { code: 'platform_reconnect_required', retryAfterSeconds: null }, 'reconnect_required'],
    ['whose playlist is full', { code: 'playlist_full', retryAfterSeconds: null }, 'playlist_full'],
  ])('%s in the middle of the writing is reported with what is there and what is not', async (_, problem, reason) => {
    sync.services.once(appendTracks, () => ({ landed: ['yes', 'no'], problem }));
    const { status, body } = await create([isrcOf(1), isrcOf(2)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ added: [{ sourceIndex: 0 }], failed: [{ sourceIndex: 1, reason }] });
  });

  it('that leaves look-ups open makes nothing until all have their answer', async () => {
    const open = { outcome: 'unknown', reason: 'busy', retryAfterSeconds: 42 };
    sync.services.once(findByIsrc, (usual) => ({ answers: [open, ...Object(usual()).answers.slice(1)] }));
    expect(await create([isrcOf(1), isrcOf(2)], 'key-1')).toMatchObject({
      status: 503,
      body: { code: 'platform_busy', retryAfterSeconds: 42 },
    });
    expect(made()).toEqual([]);
    expect((await create([isrcOf(1), isrcOf(2)], 'key-1')).status).toBe(200);
    expect(songs()).toEqual(['song-1', 'song-2']);
  });

  it('after the playlist was made keeps the day with it, and the same key goes on', async () => {
    sync.services.failOnce(appendTracks, new AppError('platform_unavailable'));
    expect((await create([isrcOf(1)], 'key-1')).status).toBe(503);
    expect(sync.dayOf(sync.userId)).toBe(made()[0]?.id);
    await sync.workerDied();
    expect((await create([isrcOf(1)], 'key-1')).status).toBe(200);
    expect(made()).toHaveLength(1);
    expect(songs()).toEqual(['song-1']);
  });
});

describe('an operation that broke off', () => {
  const tracks = [isrcOf(1), isrcOf(2), isrcOf(1)];
  const written = ['song-1', 'song-2', 'song-1'];
  const unmade = async () => `new:${(await rows('operations'))[0].id}`;
  const goesOn = async () => {
    await sync.workerDied();
    expect((await create(tracks, 'key-1')).status).toBe(200);
    expect(made()).toHaveLength(1);
    expect(songs()).toEqual(written);
    expect(sync.dayOf(sync.userId)).toBe(made()[0]?.id);
  };

  it('while the playlist was made goes on with that playlist', async () => {
    sync.services.once(createPlatformPlaylist, (usual) => {
      usual();
      throw contactLost();
    });
    expect((await create(tracks, 'key-1')).status).toBe(503);
    await goesOn();
  });

  it('before the day was moved to the playlist goes on with both', async () => {
    sync.services.failOnce(settleAllowance, contactLost());
    expect((await create(tracks, 'key-1')).status).toBe(503);
    sync.services.days.set(sync.userId, { playlistId: await unmade(), writes: 1 });
    await goesOn();
  });
  it('after some tracks were written writes the rest only', async () => {
    sync.services.once(appendTracks, (_, { params }) => {
      const target = sync.services.playlists.find(({ playlist }) => playlist.id === params.id);
      target?.tracks.push(toTrack(aSong(1), 0));
      throw contactLost();
    });
    expect((await create(tracks, 'key-1')).status).toBe(503);
    await sync.workerDied();
    await create(tracks, 'key-1');
    expect([...songs()].sort()).toEqual([...written].sort());
    expect(made()).toHaveLength(1);
  });

  it('again and again makes no second playlist', async () => {
    sync.services.once(createPlatformPlaylist, (usual) => {
      usual();
      throw contactLost();
    });
    await create(tracks, 'key-1');
    for (let time = 0; time < 3; time += 1) {
      await sync.workerDied();
      sync.services.failOnce(findByIsrc, new AppError('platform_unavailable'));
      expect((await create(tracks, 'key-1')).status).toBe(503);
    }
    await goesOn();
  });

  it("does not take somebody's full playlist of the same name for its own", async () => {
    await create(tracks);
    sync.services.days.delete(sync.userId);
    sync.services.failOnce(createPlatformPlaylist, contactLost());
    await create(tracks, 'key-1');
    await sync.workerDied();
    expect((await create(tracks, 'key-1')).status).toBe(200);
    expect(made()).toHaveLength(2);
    for (const { id } of made()) expect(sync.services.songsOf(id)).toEqual(written);
  });

  it('because its member deleted the account leaves nothing of them behind', async () => {
    const payload = { userId: sync.userId };
    const event = {
      id: randomUUID(),
      name: 'user.deleted',
      occurredAt: new Date().toISOString(),
      requestId: null,
      payload,
    };
    sync.services.once(appendTracks, async (usual) => {
      await sync.app.get(Listeners).forgetMember(event as EventEnvelope<'user.deleted'>);
      return usual();
    });
    expect(await create(tracks, 'key-1')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    for (const table of ['pairings', 'operations']) expect(await rows(table)).toEqual([]);
    expect(await sync.facts()).toEqual([]);
  });

  it('makes its key wait while somebody still works on it', async () => {
    sync.services.failOnce(createPlatformPlaylist, contactLost());
    await create(tracks, 'key-1');
    await sync.database.query(`UPDATE operations SET lease_expires_at = now() + interval '15 seconds'`);
    expect(await create(tracks, 'key-1')).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
  });
});

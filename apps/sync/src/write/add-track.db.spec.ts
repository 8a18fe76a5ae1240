import {
  addTrack,
  appendTracks,
  claimAllowance,
  findByIsrc,
  readPlaylist,
  releaseAllowance,
  removeTrack,
  searchRecordings,
  startSync as startSyncRoute,
} from '@segue/contracts';
import { AppError } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { aPlaylist, asked, aSong, isrcOf } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { SyncStage } from '../testing/sync-stage.js';

const sync = SyncStage.forFile(({ catalogue, playlists }) => {
  catalogue.push(aSong(1), aSong(2));
  playlists.push({ playlist: aPlaylist(), tracks: [] });
});

const add = async (track: unknown, key?: string, more: Record<string, unknown> = {}) =>
  sync.ask(addTrack, { platform: 'apple', playlistId: 'p.target', track, ...more }, key);
const listsOf = ({ body }: Awaited<ReturnType<typeof add>>) =>
  Object.fromEntries(['added', 'failed', 'mismatched'].map((list) => [list, (body[list] as unknown[]).length]));
const items = async () =>
  sync.database.query(
    `SELECT item.source_index, item.target_id, item.match_type, item.state, item.reason FROM operation_items AS item
     JOIN operations ON operations.id = operation_id WHERE user_id = $1`,
    [sync.userId],
  );
const operations = async () => sync.database.query('SELECT * FROM operations WHERE user_id = $1', [sync.userId]);

describe('a track that is added', () => {
  it('is found by its code, written, told and kept in the ledger', async () => {
    const answer = await add(asked(1));
    expect(answer).toMatchObject({
      status: 200,
      body: { added: [{ targetId: 'song-1', matchType: 'isrc', sourceIndex: 0 }], failed: [], mismatched: [] },
    });
    expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
    expect(await sync.facts()).toEqual([
      {
        name: 'playlist.updated',
        payload: { userId: sync.userId, platform: 'apple', playlistId: 'p.target', tracksAdded: 1, tracksRemoved: 0 },
      },
    ]);
    expect(await items()).toMatchObject([{ target_id: 'song-1', match_type: 'isrc', state: 'confirmed' }]);
  });

  it('is found by a code in any spelling, without a text search', async () => {
    expect(listsOf(await add(asked(1, { isrc: 'us-rc1-00-00001' })))).toMatchObject({ added: 1 });
    expect(sync.services.count(searchRecordings)).toBe(0);
  });

  it('under another code is mismatched and shows both', async () => {
    sync.services.catalogue[0] = aSong(1, { isrc: 'GBAAA1234567' });
    const answer = await add(asked(1));
    expect(listsOf(answer)).toEqual({ added: 0, failed: 0, mismatched: 1 });
    expect(answer.body.mismatched).toMatchObject([
      { isrc: isrcOf(1), appleISRC: 'GBAAA1234567', targetId: 'song-1', matchType: 'fallback', sourceIndex: 0 },
    ]);
    expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
  });

  it.each([
    ['that the platform does not have', asked(7), 'not_in_storefront'],
    ['without a code that nothing certainly is', asked(7, { isrc: null }), 'no_isrc'],
    ['with a code that is none and an unknown name', asked(7, { isrc: 'NOT-A-CODE' }), 'no_isrc'],
    ['that is a local file', asked(1, { kind: 'local' }), 'not_a_song'],
    ['that is an episode', asked(1, { kind: 'episode' }), 'not_a_song'],
  ])(
    '%s fails with its reason; nothing is written, nothing told, the day given back [S120]',
    async (_, track, reason) => {
      const answer = await add(track);
      expect(listsOf(answer)).toEqual({ added: 0, failed: 1, mismatched: 0 });
      expect(answer.body.failed).toMatchObject([{ reason, message: expect.any(String), sourceIndex: 0 }]);
      expect(sync.services.count(appendTracks)).toBe(0);
      expect(await sync.facts()).toEqual([]);
      expect(sync.dayOf(sync.userId)).toBeUndefined();
      expect(await items()).toMatchObject([{ state: 'failed', reason }]);
    },
  );

  it('that the platform drops silently fails with that reason', async () => {
    sync.services.once(appendTracks, () => ({ landed: ['no'], problem: null }));
    const answer = await add(asked(1));
    expect(answer.body.failed).toMatchObject([{ reason: 'dropped_by_platform' }]);
    expect(sync.dayOf(sync.userId)).toBeUndefined();
  });
});

describe('the daily allowance', () => {
  it('is asked before every write, for the playlist that is written', async () => {
    await add(asked(1));
    const order = sync.services.calls.map(({ endpoint }) => endpoint);
    expect(order.indexOf(claimAllowance)).toBeLessThan(order.indexOf(appendTracks));
    expect(sync.services.calls[0]?.body).toMatchObject({ platform: 'apple', playlistId: 'p.target' });
  });

  it('that is used up stops adding and removing before anything is asked of the platform', async () => {
    sync.services.days.set(sync.userId, { playlistId: 'p.other', writes: 1 });
    expect(await add(asked(1))).toMatchObject({
      status: 403,
      body: { code: 'daily_limit_reached', availableAt: '2026-06-02T12:00:00.000Z' },
    });
    const track = { ...asked(1), id: 'song-1' };
    const removed = await sync.ask(removeTrack, {
      platform: 'apple',
      playlistId: 'p.target',
      track,
    });
    expect(removed).toMatchObject({ status: 403, body: { code: 'daily_limit_reached' } });
    expect(sync.services.count(claimAllowance)).toBe(sync.services.calls.length);
  });

  it('that cannot be asked for stops the write', async () => {
    sync.services.failOnce(claimAllowance, contactLost());
    expect(await add(asked(1))).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(sync.services.count(appendTracks)).toBe(0);
  });

  it('taken by start-sync is given back when the first write fails', async () => {
    const body = { platform: 'apple', playlistId: 'p.target', playlistName: 'Road trip' };
    expect(await sync.ask(startSyncRoute, body)).toMatchObject({
      status: 200,
      body: { allowed: true },
    });
    expect(sync.dayOf(sync.userId)).toBe('p.target');
    sync.services.failOnce(findByIsrc, new AppError('platform_unavailable'));
    expect((await add(asked(1))).status).toBe(503);
    expect(sync.dayOf(sync.userId)).toBeUndefined();
  });

  it('is kept when an earlier track was written', async () => {
    await add(asked(1));
    await add(asked(7));
    expect(sync.dayOf(sync.userId)).toBe('p.target');
  });
});

describe('a platform that is away', () => {
  it.each([
    ['while looking up', findByIsrc, new AppError('platform_unavailable', {}, { retryAfterSeconds: 3 })],
    ['and says so to the write', appendTracks, new AppError('platform_busy', {}, { retryAfterSeconds: 3 })],
  ])('%s is an error; nothing is written and the fresh day given back', async (_, endpoint, error) => {
    sync.services.failOnce(endpoint, error);
    expect(await add(asked(1), 'key-1')).toMatchObject({
      status: 503,
      body: { code: error.code, retryAfterSeconds: 3 },
    });
    expect(sync.services.songsOf('p.target')).toEqual([]);
    expect(sync.dayOf(sync.userId)).toBeUndefined();
    expect(await operations()).toEqual([]);
    expect(listsOf(await add(asked(1), 'key-1'))).toMatchObject({ added: 1 });
  });

  it('keeps its own sentence when billing has gone away since', async () => {
    sync.services.failOnce(findByIsrc, new AppError('platform_unavailable'));
    sync.services.failOnce(releaseAllowance, contactLost());
    expect((await add(asked(1))).body.code).toBe('platform_unavailable');
  });

  it.each([
    ['busy', 'platform_busy', 9],
    ['failed', 'platform_unavailable', 5],
  ])('for some of a look-up (%s) does not count against the track, which the same key brings in', async (...given) => {
    const [reason, code, retryAfterSeconds] = given;
    const wait = reason === 'busy' ? 9 : null;
    sync.services.once(findByIsrc, () => ({ answers: [{ outcome: 'unknown', reason, retryAfterSeconds: wait }] }));
    expect(await add(asked(1), 'key-1')).toMatchObject({ status: 503, body: { code, retryAfterSeconds } });
    expect(sync.services.count(appendTracks)).toBe(0);
    expect(sync.dayOf(sync.userId)).toBeUndefined();
    expect(listsOf(await add(asked(1), 'key-1'))).toEqual({ added: 1, failed: 0, mismatched: 0 });
  });

  it.each([true, false])(
    'before it could be read back leaves it open for the same key (written: %s)',
    async (written) => {
      const problem = { code: 'platform_busy', retryAfterSeconds: 11 };
      sync.services.once(appendTracks, (usual) => {
        if (written) usual();
        return { landed: ['unknown'], problem };
      });
      const first = await add(asked(1), 'key-1');
      expect(first).toMatchObject({ status: 503, body: { code: 'platform_busy', retryAfterSeconds: 11 } });
      expect(String(first.body.message)).toContain('may be there already');
      expect(sync.dayOf(sync.userId)).toBe('p.target');
      expect(listsOf(await add(asked(1), 'key-1'))).toMatchObject({ added: 1 });
      expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
    },
  );

  it('to show a song it took is reported as that, and the song is not written again', async () => {
    sync.services.once(appendTracks, () => ({ landed: ['unknown'], problem: null }));
    const first = await add(asked(1), 'key-1');
    expect(first.body.failed).toMatchObject([{ reason: 'unconfirmed' }]);
    expect(await add(asked(1), 'key-1')).toEqual(first);
    expect(await items()).toMatchObject([{ state: 'written' }]);
    expect(sync.services.count(appendTracks)).toBe(1);
  });

  it('that took nothing says why', async () => {
    const problem = { code: 'playlist_read_only', retryAfterSeconds: null };
    sync.services.once(appendTracks, () => ({ landed: ['no'], problem }));
    expect(await add(asked(1))).toMatchObject({ status: 409, body: { code: 'playlist_read_only' } });
    expect(sync.dayOf(sync.userId)).toBeUndefined();
  });
});

describe('the same Idempotency-Key', () => {
  it('answers the same without a second write', async () => {
    const first = await add(asked(1), 'key-1');
    const callsBefore = sync.services.calls.length;
    expect(await add(asked(1), 'key-1')).toEqual(first);
    expect(sync.services.calls).toHaveLength(callsBefore);
  });

  it('with another body is refused', async () => {
    await add(asked(1), 'key-1');
    expect(await add(asked(2), 'key-1')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
  });

  it('of another member is another request', async () => {
    await add(asked(1), 'key-1');
    sync.userId = randomUUID();
    expect(listsOf(await add(asked(2), 'key-1'))).toMatchObject({ added: 1 });
  });

  it('ten times at once writes once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(asked(1), 'key-1')));
    expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
    for (const { status, body } of answers) {
      expect(status === 200 || body.code === 'request_in_progress').toBe(true);
    }
  });

  it('is free again after a day', async () => {
    await add(asked(1), 'key-1');
    sync.clock.advance(24 * 60 * 60 * 1000 + 1);
    expect(listsOf(await add(asked(2), 'key-1'))).toMatchObject({ added: 1 });
  });

  it.each(['', 'with blank', 'x'.repeat(256), 'ümlaut'])('that is none is refused: "%s"', async (key) => {
    expect((await add(asked(1), key)).status).toBe(400);
  });
});

describe('contact lost while writing', () => {
  const loseContact = (written: boolean) =>
    sync.services.once(appendTracks, (usual) => {
      if (written) usual();
      throw contactLost();
    });

  it.each([true, false])('leaves the operation open and the day taken (written: %s)', async (written) => {
    loseContact(written);
    expect(await add(asked(1), 'key-1')).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(await operations()).toMatchObject([{ settled_at: null }]);
    expect(sync.dayOf(sync.userId)).toBe('p.target');
    expect(sync.services.count(releaseAllowance)).toBe(0);
  });

  it('makes the same key wait while the first still runs', async () => {
    loseContact(true);
    await add(asked(1), 'key-1');
    await sync.database.query(`UPDATE operations SET lease_expires_at = now() + interval '15 seconds'`);
    expect(await add(asked(1), 'key-1')).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
  });

  it.each([true, false])(
    'lets the same key read back later and puts the song there once (written: %s)',
    async (written) => {
      loseContact(written);
      await add(asked(1), 'key-1');
      await sync.workerDied();
      expect(listsOf(await add(asked(1), 'key-1'))).toEqual({ added: 1, failed: 0, mismatched: 0 });
      expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
      expect(sync.services.count(readPlaylist)).toBe(1);
      expect(await items()).toMatchObject([{ state: 'confirmed' }]);
    },
  );

  it('is not forgotten when the reading back fails', async () => {
    loseContact(true);
    await add(asked(1), 'key-1');
    await sync.workerDied();
    sync.services.failOnce(readPlaylist, new AppError('platform_unavailable'));
    expect((await add(asked(1), 'key-1')).status).toBe(503);
    await sync.workerDied();
    expect(listsOf(await add(asked(1), 'key-1'))).toMatchObject({ added: 1 });
    expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
    expect(sync.dayOf(sync.userId)).toBe('p.target');
  });

  it('lets one of several repeats go on', async () => {
    loseContact(true);
    await add(asked(1), 'key-1');
    await sync.workerDied();
    await Promise.all([add(asked(1), 'key-1'), add(asked(1), 'key-1'), add(asked(1), 'key-1')]);
    expect(sync.services.songsOf('p.target')).toEqual(['song-1']);
    expect(sync.services.count(readPlaylist)).toBe(1);
  });
});

describe('two writers of one playlist', () => {
  it('write one after the other [S122]', async () => {
    let writing = 0;
    let mostAtOnce = 0;
    const members = Array.from({ length: 6 }, () => randomUUID());
    for (let count = 0; count < 6; count += 1) {
      sync.services.once(appendTracks, async (usual) => {
        writing += 1;
        mostAtOnce = Math.max(mostAtOnce, writing);
        await new Promise((resolve) => setTimeout(resolve, 10));
        writing -= 1;
        return usual();
      });
    }
    const answers = await Promise.all(
      members.map((member, index) => {
        sync.userId = member;
        return add(asked(1 + (index % 2)));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(mostAtOnce).toBe(1);
    expect(sync.services.songsOf('p.target')).toHaveLength(6);
    expect(await sync.database.query('SELECT * FROM leases')).toEqual([]);
  });

  it('do not wait for one that died', async () => {
    await sync.database.query(`INSERT INTO leases VALUES ('apple', 'p.target', $1, now() - interval '1 second')`, [
      randomUUID(),
    ]);
    expect((await add(asked(1))).status).toBe(200);
  });

  it('of different playlists do not wait for each other', async () => {
    sync.services.playlists.push({ playlist: aPlaylist({ id: 'p.other' }), tracks: [] });
    await sync.database.query(`INSERT INTO leases VALUES ('apple', 'p.target', $1, now() + interval '1 minute')`, [
      randomUUID(),
    ]);
    expect((await add(asked(1), undefined, { playlistId: 'p.other' })).status).toBe(200);
    await sync.database.query('DELETE FROM leases');
  });
});

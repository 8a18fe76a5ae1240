import { addTrack, appendTracks, createPlaylist, exportChanges, pathOf, readPlaylist, receipt } from '@segue/contracts';
import { AppError } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { aPlaylist, asked, aSong, isrcOf, toTrack } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { SyncStage } from '../testing/sync-stage.js';
import { BrokenOff } from './broken-off.js';

const sync = SyncStage.forFile(({ catalogue, playlists }) => {
  for (let number = 0; number < 9; number += 1) catalogue.push(aSong(number));
  playlists.push({ playlist: aPlaylist(), tracks: [toTrack(aSong(8), 0)] });
});

const add = async (number: number, key: string) =>
  sync.ask(addTrack, { platform: 'apple', playlistId: 'p.target', track: asked(number) }, key);
const create = async (tracks: unknown[], key: string) =>
  sync.ask(createPlaylist, { platform: 'apple', name: 'Road trip', tracks }, key);
const receiptOf = async (operation: string) => {
  const path = pathOf(receipt, { operation }) as typeof receipt.path;
  return sync.ask({ ...receipt, path }, undefined);
};
/** The ledger's own look, after the time it leaves to the member's repeat. */
const look = async () => {
  await sync.workerDied();
  sync.clock.advance(46_000);
  await sync.app.get(BrokenOff).run();
};
const tracksAdded = async () =>
  (await sync.database.query(`SELECT payload FROM outbox WHERE payload->>'userId' = $1`, [sync.userId])).map(
    ({ payload }: { payload: { tracksAdded?: number } }) => payload.tracksAdded,
  );

describe('a receipt', () => {
  it('tells row by row what happened, by the id of the answer or by its key', async () => {
    const { body } = await create([isrcOf(1), asked(77), asked(2, { kind: 'local' })], 'key-1');
    const byId = await receiptOf(String(body.operation));
    expect(byId).toMatchObject({
      status: 200,
      body: {
        kind: 'create',
        counts: { requested: 3, confirmed: 1, failed: 2, open: 0 },
        rows: [
          { state: 'confirmed', targetId: 'song-1', reason: null },
          { state: 'failed', reason: 'not_in_storefront', message: expect.stringContaining('Apple Music') },
          { state: 'failed', reason: 'not_a_song' },
        ],
      },
    });
    expect(await receiptOf('key-1')).toEqual(byId);
  });

  it('is shown to nobody else [S42]', async () => {
    const { body } = await add(1, 'key-1');
    sync.userId = randomUUID();
    expect(await receiptOf(String(body.operation))).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await receiptOf('key-1')).status).toBe(404);
  });

  it('of a write that broke off says so', async () => {
    sync.services.failOnce(appendTracks, contactLost());
    await add(1, 'key-1');
    expect(await receiptOf('key-1')).toMatchObject({ body: { state: 'open', rows: [{ state: 'pending' }] } });
  });
});

describe('a write that broke off and that nobody repeats', () => {
  const breakOff = async (written: number) => {
    sync.services.once(appendTracks, (_, { params }) => {
      const target = sync.services.playlists.find(({ playlist }) => playlist.id === params.id);
      for (let number = 1; number <= written; number += 1) target?.tracks.push(toTrack(aSong(number), number));
      throw contactLost();
    });
    expect((await create([isrcOf(1), isrcOf(2), isrcOf(3)], 'key-1')).status).toBe(503);
  };

  it.each([0, 2, 3])(
    'is settled by looking into the playlist (%d of 3 were written); nothing is added',
    async (written) => {
      await breakOff(written);
      await look();
      expect(await receiptOf('key-1')).toMatchObject({
        body: { state: 'settled', counts: { confirmed: written, failed: 3 - written, open: 0 } },
      });
      expect(sync.services.count(appendTracks)).toBe(1);
      expect(await tracksAdded()).toEqual(written > 0 ? [written] : []);
    },
  );

  it('comes to its end when the member repeats it after all', async () => {
    await breakOff(2);
    await look();
    await sync.workerDied();
    const { status, body } = await create([isrcOf(1), isrcOf(2), isrcOf(3)], 'key-1');
    expect({ status, added: (body.added as unknown[]).length }).toEqual({ status: 200, added: 3 });
    expect(sync.services.songsOf(sync.services.playlists[0]?.playlist.id ?? '')).toEqual([
      'song-1',
      'song-2',
      'song-3',
    ]);
    expect(await receiptOf('key-1')).toMatchObject({ body: { counts: { confirmed: 3 } } });
  });

  it('before anything was planned is settled, and its key begins anew', async () => {
    sync.services.failOnce(appendTracks, contactLost());
    await add(1, 'key-1');
    await sync.database.query('DELETE FROM operation_items');
    await look();
    expect(await receiptOf('key-1')).toMatchObject({ body: { state: 'settled', rows: [] } });
    await sync.workerDied();
    expect((await add(1, 'key-1')).status).toBe(200);
    expect(sync.services.songsOf('p.target')).toEqual(['song-8', 'song-1']);
  });

  it('stays open while the platform cannot be read, and is looked at again later', async () => {
    await breakOff(3);
    sync.services.failOnce(readPlaylist, new AppError('platform_reconnect_required'));
    await look();
    expect(await receiptOf('key-1')).toMatchObject({ body: { state: 'open' } });
    await sync.app.get(BrokenOff).lookNow(sync.userId, 'apple');
    await sync.workerDied();
    await sync.app.get(BrokenOff).run();
    expect(await receiptOf('key-1')).toMatchObject({ body: { counts: { confirmed: 3 } } });
  });

  it('is left to the member for a while, and to a process that still works on it', async () => {
    await breakOff(3);
    await sync.workerDied();
    await sync.app.get(BrokenOff).run();
    sync.clock.advance(46_000);
    await sync.database.query(`UPDATE operations SET lease_expires_at = now() + interval '15 seconds'`);
    await sync.app.get(BrokenOff).run();
    expect(await receiptOf('key-1')).toMatchObject({ body: { rows: [{ state: 'pending' }, {}, {}] } });
  });
});

describe('the export', () => {
  it('holds every change of the member, newest first, and which playlists belong together', async () => {
    const sourcePlaylistId = 'source0000000000000000';
    const wanted = { platform: 'apple', name: 'Road trip', tracks: [isrcOf(2), asked(77)], sourcePlaylistId };
    const { body } = await sync.ask(createPlaylist, wanted, 'key-1');
    const [{ id: playlistId }] = body.data as [{ id: string }];
    sync.clock.advance(1000);
    await sync.ask(addTrack, { platform: 'apple', playlistId, track: asked(1) }, 'key-2');
    const mine = await sync.ask(exportChanges, undefined);
    const { changes, pairings } = exportChanges.response.parse(mine.body);
    expect(changes.map(({ kind, counts }) => [kind, counts.confirmed, counts.failed])).toEqual([
      ['add', 1, 0],
      ['create', 1, 1],
    ]);
    expect(pairings).toEqual([expect.objectContaining({ sourcePlaylistId, targetPlatform: 'apple' })]);
    sync.userId = randomUUID();
    const others = await sync.ask(exportChanges, undefined);
    expect(others.body).toEqual({ changes: [], pairings: [] });
  });
});

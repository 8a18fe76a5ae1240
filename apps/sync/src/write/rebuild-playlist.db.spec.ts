import { appendTracks, check, findByIsrc, rebuildPlaylist } from '@segue/contracts';
import { randomUUID } from 'node:crypto';
import { aPlaylist, aSong, toTrack } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { SyncStage } from '../testing/sync-stage.js';

const sync = SyncStage.forFile(({ catalogue, playlists }) => {
  catalogue.push(aSong(1), aSong(2), aSong(3));
  const tracks = [1, 2, 1, 3].map((number, position) => toTrack(aSong(number), position));
  playlists.push({ playlist: aPlaylist(), tracks });
});

/** Apple Music's row of the song with this number. */
const row = (position: number, number: number) => ({ position, id: `i.song-${number}` });
const rebuild = async (remove: unknown[], key: string = randomUUID()) =>
  sync.ask(
    rebuildPlaylist,
    { platform: 'apple', playlistId: 'p.target', playlistName: 'Road trip', sourcePlaylistId: 'source', remove },
    key,
  );
const made = () => sync.services.playlists[0]?.playlist.id ?? '';

describe('rebuilding a playlist where nothing can be removed', () => {
  it('makes a new one of the old rows without the named ones, in order, and looks nothing up', async () => {
    const { status, body } = await rebuild([row(2, 1)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [{ name: 'Road trip', track_count: 3 }], failed: [] });
    expect(sync.services.songsOf(made())).toEqual(['song-1', 'song-2', 'song-3']);
    expect(sync.services.songsOf('p.target')).toHaveLength(4);
    expect(sync.services.count(findByIsrc)).toBe(0);
  });

  it('moves the pairing and the day to the new playlist', async () => {
    sync.services.days.set(sync.userId, { playlistId: 'p.target', writes: 1 });
    await rebuild([row(3, 3)]);
    expect(sync.services.days.get(sync.userId)?.playlistId).toBe(made());
    const asked = { platform: 'apple', playlistName: 'Whatever', playlistId: 'source', tracks: [] };
    const compared = await sync.ask(check, asked);
    expect(compared.body).toMatchObject({ foundBy: 'pairing', targetPlaylist: { id: made() } });
  });

  it('makes nothing when the playlist has changed since the member saw it', async () => {
    expect(await rebuild([row(1, 3)])).toMatchObject({ status: 409, body: { code: 'playlist_changed' } });
    expect(await rebuild([row(9, 3)])).toMatchObject({ status: 409, body: { code: 'playlist_changed' } });
    expect(sync.services.playlists).toHaveLength(1);
    expect(sync.services.days.get(sync.userId)).toBeUndefined();
  });

  it('that broke off goes on with the playlist it made', async () => {
    sync.services.once(appendTracks, (usual) => {
      usual();
      throw contactLost();
    });
    expect((await rebuild([row(0, 1)], 'key-1')).status).toBe(503);
    await sync.workerDied();
    expect((await rebuild([row(0, 1)], 'key-1')).status).toBe(200);
    expect(sync.services.playlists).toHaveLength(2);
    expect(sync.services.songsOf(made())).toEqual(['song-2', 'song-1', 'song-3']);
  });

  it('without a row to leave out is refused as malformed', async () => {
    expect((await rebuild([])).status).toBe(400);
  });
});

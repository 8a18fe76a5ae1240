import { addTrack, appendTracks, countTracks, findByIsrc } from '@segue/contracts';
import { eventually, until } from '@segue/testing';
import { aPlaylist, asked, aSong, toTrack } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { SyncStage } from '../testing/sync-stage.js';

const sync = SyncStage.forFile(({ catalogue, playlists }) => {
  catalogue.push(aSong(1), aSong(2));
  playlists.push({ playlist: aPlaylist(), tracks: [] });
});

const add = async (track: unknown, key?: string, more: object = {}) =>
  sync.ask(addTrack, { platform: 'apple', playlistId: 'p.target', track, ...more }, key);
const listsOf = ({ body }: Awaited<ReturnType<typeof add>>) =>
  Object.fromEntries(['added', 'failed', 'mismatched'].map((list) => [list, (body[list] as unknown[]).length]));

describe('several tracks at once', () => {
  const bulk = (count: number) =>
    Array.from({ length: count }, (_, index) => add(asked(1 + (index % 2), { position: index }), `key-${index}`));

  it('of one member for one playlist wait for the write under way and go out as one, each with its own answer', async () => {
    const opened = async () =>
      (await sync.database.query('SELECT 1 FROM operations WHERE user_id = $1', [sync.userId])).length;
    sync.services.once(appendTracks, async (usual) => {
      await eventually(async () => expect(await opened()).toBe(8));
      return usual();
    });
    const first = add(asked(1, { position: 0 }), 'key-first');
    await until('the first write is under way', async () => sync.services.count(appendTracks) === 1);
    const answers = await Promise.all([...bulk(6), add(asked(77, { position: 9 }), 'key-9')]);
    expect((await first).status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(answers.map((answer) => listsOf(answer).added)).toEqual([1, 1, 1, 1, 1, 1, 0]);
    expect([findByIsrc, countTracks, appendTracks].map((endpoint) => sync.services.count(endpoint))).toEqual([2, 2, 2]);
    expect(sync.services.songsOf('p.target').slice(1)).toEqual([
      'song-1',
      'song-2',
      'song-1',
      'song-2',
      'song-1',
      'song-2',
    ]);
  });

  it('of one group are waited for and stand in the order of their places', async () => {
    const group = { id: 'one', size: 3 };
    const part = (number: number, position: number) => add(asked(number, { position }), `key-${position}`, { group });
    const answers = await Promise.all([part(2, 2), part(1, 1), part(2, 0)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sync.services.count(appendTracks)).toBe(1);
    expect(sync.services.songsOf('p.target')).toEqual(['song-2', 'song-1', 'song-2']);
  });

  it('of a group that does not come together go out all the same', async () => {
    expect((await add(asked(1), 'key-1', { group: { id: 'one', size: 5 } })).status).toBe(200);
  });

  it('stand in the order of their places, however they arrive', async () => {
    await Promise.all([add(asked(2, { position: 7 })), add(asked(1, { position: 3 }))]);
    expect(sync.services.songsOf('p.target')).toEqual(['song-1', 'song-2']);
  });

  it('that all broke off come in once each, copies of one song included', async () => {
    sync.services.once(appendTracks, (_, { params }) => {
      const target = sync.services.playlists.find(({ playlist }) => playlist.id === params.id);
      target?.tracks.push(toTrack(aSong(1), 0), toTrack(aSong(2), 1), toTrack(aSong(1), 2));
      throw contactLost();
    });
    await Promise.all(bulk(6));
    for (let index = 0; index < 6; index += 1) {
      await sync.workerDied();
      expect(listsOf(await add(asked(1 + (index % 2), { position: index }), `key-${index}`)).added).toBe(1);
    }
    expect([...sync.services.songsOf('p.target')].sort()).toEqual([
      ...Array(3).fill('song-1'),
      ...Array(3).fill('song-2'),
    ]);
  });

  it('of which the platform takes only some answer each for itself', async () => {
    const problem = { code: 'platform_busy', retryAfterSeconds: 7 };
    sync.services.once(appendTracks, (_, { params }) => {
      const target = sync.services.playlists.find(({ playlist }) => playlist.id === params.id);
      target?.tracks.push(toTrack(aSong(1), 0));
      return { landed: ['yes', 'no'], problem };
    });
    const [first, second] = await Promise.all(bulk(2));
    expect(first && listsOf(first)).toMatchObject({ added: 1 });
    expect(second).toMatchObject({ status: 503, body: { code: 'platform_busy', retryAfterSeconds: 7 } });
    expect(sync.dayOf(sync.userId)).toBe('p.target');
    expect(listsOf(await add(asked(2, { position: 1 }), 'key-1'))).toMatchObject({ added: 1 });
    expect(sync.services.songsOf('p.target')).toEqual(['song-1', 'song-2']);
  });
});

describe('a copy that stood there before', () => {
  it('is not taken for the one that broke off', async () => {
    sync.services.playlists[0]?.tracks.push(toTrack(aSong(1), 0));
    sync.services.once(appendTracks, () => {
      throw contactLost();
    });
    await add(asked(1), 'key-1');
    await sync.workerDied();
    expect(listsOf(await add(asked(1), 'key-1'))).toMatchObject({ added: 1 });
    expect(sync.services.songsOf('p.target')).toEqual(['song-1', 'song-1']);
  });
});

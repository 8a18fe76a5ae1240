import { appendTracks, check, claimAllowance, createPlaylist, type EventEnvelope, findByIsrc } from '@segue/contracts';
import { randomUUID } from 'node:crypto';
import { Listeners } from '../listeners.js';
import { aPlaylist, asked, aSong, toTrack } from '../testing/builders.js';
import { SyncStage } from '../testing/sync-stage.js';

const sync = SyncStage.forFile();

const compare = async (tracks: unknown[], more: Record<string, unknown> = {}) => {
  const body = { platform: 'apple', playlistName: 'Road trip', tracks, ...more };
  return (await sync.ask(check, body)).body;
};
const target = (tracks = [toTrack(aSong(1), 0)], given = {}) =>
  void sync.services.playlists.push({ playlist: aPlaylist(given), tracks });

describe('comparing', () => {
  it('says what is on both sides and what on one, in places, and claims and writes nothing', async () => {
    target([toTrack(aSong(2), 0), toTrack(aSong(3), 1)]);
    const answer = await compare([asked(1), asked(2)]);
    expect(answer).toMatchObject({
      matched: true,
      foundBy: 'name',
      targetPlaylist: { id: 'p.target', track_count: 2 },
      sourceOnly: [{ id: 'source-1', position: 0 }],
      targetOnly: [{ id: 'i.song-3', position: 1 }],
      matchedTracks: [
        {
          sourceTrackId: 'source-2',
          targetTrackId: 'i.song-2',
          sourcePosition: 1,
          targetPosition: 0,
          matchType: 'isrc',
        },
      ],
    });
    for (const endpoint of [claimAllowance, appendTracks, findByIsrc]) expect(sync.services.count(endpoint)).toBe(0);
  });

  it('keeps what is no song on its side', async () => {
    const kinds = ['local', 'episode', 'video', 'gone'] as const;
    target(kinds.map((kind, position) => toTrack(aSong(position), position, { kind })));
    const answer = await compare(kinds.map((kind, number) => asked(number, { kind })));
    expect(answer.matchedTracks).toEqual([]);
    expect(answer.sourceOnly).toMatchObject(kinds.map((kind, position) => ({ kind, position })));
    expect(answer.targetOnly).toMatchObject(kinds.map((kind) => ({ kind })));
  });

  it('counts copies: two of a song there and three here leave one', async () => {
    target([toTrack(aSong(1), 0), toTrack(aSong(1), 1)]);
    const answer = await compare([asked(1), asked(1), asked(1)]);
    expect(answer.matchedTracks).toHaveLength(2);
    expect(answer.sourceOnly).toHaveLength(1);
  });

  it('merges nothing: one recording under two ids in the source needs two on the target', async () => {
    target([toTrack(aSong(1), 0)]);
    const { matchedTracks, sourceOnly } = await compare([asked(1, { id: 'single' }), asked(1, { id: 'album' })]);
    expect(matchedTracks).toMatchObject([{ sourceTrackId: 'single', sourcePosition: 0 }]);
    expect(sourceOnly).toMatchObject([{ id: 'album', position: 1 }]);
  });

  it('shows the same recording under another code as a fallback match', async () => {
    target([toTrack(aSong(1, { isrc: 'GBAAA1234567' }), 0)]);
    expect((await compare([asked(1)])).matchedTracks).toMatchObject([{ matchType: 'fallback' }]);
  });

  it("without a target leaves every track on the source's side", async () => {
    target([], { name: 'Another' });
    expect(await compare([asked(1), asked(2)])).toMatchObject({
      matched: false,
      targetPlaylist: null,
      foundBy: null,
      targetTracks: [],
      targetOnly: [],
      matchedTracks: [],
      sourceOnly: [{ position: 0 }, { position: 1 }],
    });
  });

  it('of long playlists runs in a thread of its own and comes to the same', async () => {
    const long = Array.from({ length: 5_001 }, (_, number) => number);
    target(long.slice(1).map((number, position) => toTrack(aSong(number), position)));
    const answer = await compare(long.map((number) => asked(number)));
    expect(answer.matchedTracks).toHaveLength(5_000);
    expect(answer.sourceOnly).toMatchObject([{ position: 0 }]);
  });

  it('of nothing with nothing is in step', async () => {
    target([]);
    expect(await compare([])).toMatchObject({ matched: true, sourceOnly: [], targetOnly: [], matchedTracks: [] });
  });

  it('asks for the acting member, whatever the body says [S48]', async () => {
    target();
    await compare([], { userId: randomUUID(), ownerId: randomUUID() });
    expect(sync.services.calls.map((call) => call.userId)).toEqual([sync.userId, sync.userId]);
  });

  it.each([
    ['another platform', { platform: 'tidal' }],
    ['a list of platforms', { platform: ['apple'] }],
    ['a path as platform', { platform: '../apple' }],
    ['no name', { playlistName: '' }],
    ['a name of 10 kB', { playlistName: 'x'.repeat(10_000) }],
    ['a path as playlist', { playlistId: '..%2f..%2fme' }],
    ['too many tracks', { tracks: Array(11_001).fill({}) }],
  ])('with %s is refused as malformed [S120]', async (_, more) => {
    expect(await compare([], more)).toMatchObject({ statusCode: 400, code: 'validation_failed' });
    expect(sync.services.calls).toEqual([]);
  });
});

describe('a remembered pairing', () => {
  const create = async () =>
    sync.ask(createPlaylist, {
      ...{ platform: 'apple', name: 'Road trip', description: '', sourcePlaylistId: 'source' },
      tracks: [],
    });

  it('is what the member chose among several of one name, from then on', async () => {
    target([], { id: 'p.first' });
    target([], { id: 'p.second' });
    expect(await compare([], { playlistId: 'source' })).toMatchObject({
      targetPlaylist: { id: 'p.first' },
      candidates: [{ id: 'p.first' }, { id: 'p.second' }],
    });
    const chosen = { playlistId: 'source', targetPlaylistId: 'p.second' };
    expect(await compare([], chosen)).toMatchObject({ foundBy: 'chosen', targetPlaylist: { id: 'p.second' } });
    expect(await compare([], { playlistId: 'source' })).toMatchObject({
      foundBy: 'pairing',
      targetPlaylist: { id: 'p.second' },
      candidates: [{ id: 'p.second' }, { id: 'p.first' }],
    });
  });

  it('is not changed by a choice that is not in the library', async () => {
    target([]);
    const answer = await compare([], { playlistId: 'source', targetPlaylistId: 'p.gone' });
    expect(answer).toMatchObject({ statusCode: 404, code: 'not_found' });
  });

  const event = <N extends 'user.deleted' | 'platform.disconnected'>(name: N, payload: object) =>
    ({
      id: randomUUID(),
      name,
      occurredAt: sync.clock.now().toISOString(),
      requestId: null,
      payload,
    }) as EventEnvelope<N>;

  it('is found again after both playlists were renamed, by its member alone', async () => {
    await create();
    const { playlists } = sync.services;
    Object.assign(playlists[0]?.playlist ?? {}, { name: 'Renamed' });
    expect(await compare([], { playlistId: 'source' })).toMatchObject({ foundBy: 'pairing' });
    sync.userId = randomUUID();
    expect(await compare([], { playlistId: 'source' })).toMatchObject({ matched: false });
  });

  it.each(['spotify', 'apple'] as const)('is forgotten when %s is disconnected', async (platform) => {
    await create();
    const listeners = sync.app.get(Listeners);
    await listeners.forgetPairings(event('platform.disconnected', { userId: randomUUID(), platform }));
    expect(await compare([], { playlistId: 'source' })).toMatchObject({ foundBy: 'pairing' });
    await listeners.forgetPairings(event('platform.disconnected', { userId: sync.userId, platform }));
    expect(await compare([], { playlistId: 'source' })).toMatchObject({ foundBy: 'name' });
  });

  it('and every operation go with their member [S163]', async () => {
    await create();
    const deleted = event('user.deleted', { userId: sync.userId });
    const listeners = sync.app.get(Listeners);
    await Promise.all([listeners.forgetMember(deleted), listeners.forgetMember(deleted)]);
    for (const table of ['pairings', 'operations']) {
      expect(await sync.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [sync.userId])).toEqual([]);
    }
  });
});

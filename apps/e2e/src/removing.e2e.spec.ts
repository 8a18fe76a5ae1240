import { check, type PlatformId, rebuildPlaylist, receipt, removeTrack } from '@segue/contracts';
import { FreshSongs, numbersOf, songIdOf } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { call, connect, newMember } from './support/api.js';
import { libraryOf, putListener } from './support/simulator.js';
import { client } from './support/system.js';

const songs = new FreshSongs(client(), 2_500_000);

/** A member whose one playlist on the platform holds these songs. */
async function memberWith(platform: PlatformId, numbers: readonly number[]) {
  const listener = `remover-${randomUUID()}`;
  const trackIds = numbers.map((n) => songIdOf(platform, n));
  const playlist = { id: platform === 'apple' ? 'p.mine' : 'mine', name: 'Mine', trackIds };
  await putListener(platform, listener, { displayName: 'Remover', country: 'DE', playlists: [playlist] });
  const { token } = await newMember();
  await connect(platform, listener, token);
  return { token, listener, playlistId: playlist.id };
}

const playlistsOf = async (platform: PlatformId, listener: string) =>
  (await libraryOf(platform, listener)).playlists.map(({ id, trackIds }) => ({ id, trackIds }));

describe('removing a track', () => {
  it('takes one copy on Spotify, which takes all: the other stands at its place, and a repeat takes no more', async () => {
    const [a = 0, b = 0, c = 0] = numbersOf(await songs.take(3));
    const { token, listener, playlistId } = await memberWith('spotify', [a, b, a, c]);
    const key = randomUUID();
    const remove = () =>
      call(removeTrack, {
        token,
        headers: { 'idempotency-key': key },
        body: { platform: 'spotify', playlistId, track: { id: songIdOf('spotify', a), position: 2 } },
      });
    const first = await remove();
    expect(first).toMatchObject({ status: 200, body: { removed: 1 } });
    expect(await remove()).toMatchObject({ status: 200, body: first.body });
    const [{ trackIds } = { trackIds: [] }] = await playlistsOf('spotify', listener);
    expect(trackIds).toEqual([a, b, c].map((n) => songIdOf('spotify', n)));
    expect(await call(receipt, { token, params: { operation: first.body.operation } })).toMatchObject({
      body: { kind: 'remove', state: 'settled', counts: { requested: 1, confirmed: 1 } },
    });
  });

  it('is not possible on Apple Music, where a playlist is made anew without it and the old one remains', async () => {
    const [a = 0, b = 0, c = 0] = numbersOf(await songs.take(3));
    const { token, listener, playlistId } = await memberWith('apple', [a, b, a, c]);
    const asked = { platform: 'apple', playlistName: 'Mine', playlistId: 'source', tracks: [] };
    const { body: compared } = await call(check, { token, body: asked });
    const [, , extra] = compared.targetTracks;
    const body = { platform: 'apple', playlistId, track: { id: extra.id, position: 2 } };
    expect(await call(removeTrack, { token, body })).toMatchObject({
      status: 409,
      body: { code: 'remove_unsupported' },
    });
    const remove = [{ position: extra.position, id: extra.id }];
    const rebuilt = await call(rebuildPlaylist, {
      token,
      body: { platform: 'apple', playlistId, sourcePlaylistId: 'source', remove },
    });
    expect(rebuilt).toMatchObject({ status: 200, body: { data: [{ name: 'Mine', track_count: 3 }], failed: [] } });
    const lists = new Map((await playlistsOf('apple', listener)).map(({ id, trackIds }) => [id, trackIds]));
    expect(lists.get(rebuilt.body.data[0].id)).toEqual([a, b, c].map((n) => songIdOf('apple', n)));
    expect(lists.get(playlistId)).toHaveLength(4);
    expect((await call(check, { token, body: asked })).body).toMatchObject({
      foundBy: 'pairing',
      targetPlaylist: { id: rebuilt.body.data[0].id },
    });
  });
});

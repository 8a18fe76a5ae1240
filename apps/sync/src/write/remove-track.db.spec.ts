import { removePlatformTrack, removeTrack } from '@segue/contracts';
import { createTestDatabase, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { aPlaylist, asked, aSong, isrcOf, toTrack } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { startSync, type Sync } from '../testing/start-sync.js';

const tokens = new TestTokens();
let sync: Sync;
let userId: string;

beforeAll(async () => {
  sync = await startSync((await createTestDatabase()).urlOf('sync'), new TestClock(), tokens.findSigningKey);
});
afterAll(() => sync.stop());
beforeEach(() => {
  userId = randomUUID();
  const { playlists, catalogue, calls } = sync.services;
  for (const list of [playlists, catalogue, calls]) list.length = 0;
  catalogue.push(aSong(1), aSong(2));
  playlists.push({ playlist: aPlaylist(), tracks: [] });
});

const facts = async () =>
  sync.database.query(`SELECT name, payload FROM outbox WHERE payload->>'userId' = $1`, [userId]);
const dayOf = (user: string) => sync.services.days.get(user)?.playlistId;

describe('removing a track', () => {
  const remove = async (track: object = { ...asked(1), id: 'song-1' }) =>
    sync.ask(removeTrack, await tokens.bearer(userId), { platform: 'apple', playlistId: 'p.target', track });

  it('that the platform does not let us do says so, and gives the day back', async () => {
    sync.services.playlists[0]?.tracks.push(toTrack(aSong(1), 0));
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'remove_unsupported' } });
    expect(dayOf(userId)).toBeUndefined();
  });

  it('tells how many copies are gone', async () => {
    sync.services.once(removePlatformTrack, () => ({ removed: 2 }));
    expect(await remove()).toMatchObject({ status: 200, body: { removed: 2 } });
    expect(await facts()).toMatchObject([{ payload: { tracksAdded: 0, tracksRemoved: 2 } }]);
  });

  it('that was not there costs no day and tells nothing', async () => {
    sync.services.once(removePlatformTrack, () => ({ removed: 0 }));
    expect(await remove()).toMatchObject({ status: 200, body: { removed: 0 } });
    expect(dayOf(userId)).toBeUndefined();
    expect(await facts()).toEqual([]);
  });

  it('keeps the day when contact was lost', async () => {
    sync.services.failOnce(removePlatformTrack, contactLost());
    expect((await remove()).status).toBe(503);
    expect(dayOf(userId)).toBe('p.target');
  });

  it('without its id is refused as malformed', async () => {
    expect((await remove({ isrc: isrcOf(1) })).status).toBe(400);
  });
});

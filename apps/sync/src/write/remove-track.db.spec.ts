import { removePlatformTrack, removeTrack } from '@segue/contracts';
import { randomUUID } from 'node:crypto';
import { BrokenOff } from '../ledger/broken-off.js';
import { aPlaylist, asked, aSong, isrcOf, toTrack } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { SyncStage } from '../testing/sync-stage.js';

const sync = SyncStage.forFile(({ catalogue, playlists }) => {
  catalogue.push(aSong(1), aSong(2));
  playlists.push({ playlist: aPlaylist(), tracks: [] });
});

describe('removing a track', () => {
  const remove = async (track: object = { ...asked(1), id: 'song-1' }, key: string = randomUUID()) =>
    sync.ask(removeTrack, { platform: 'apple', playlistId: 'p.target', track }, key);

  it('that the platform does not let us do says so, and gives the day back', async () => {
    sync.services.playlists[0]?.tracks.push(toTrack(aSong(1), 0));
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'remove_unsupported' } });
    expect(sync.dayOf(sync.userId)).toBeUndefined();
  });

  it('tells that one copy is gone', async () => {
    sync.services.once(removePlatformTrack, () => ({ removed: 1, plan: null, problem: null }));
    expect(await remove({ ...asked(1, { position: 3 }), id: 'song-1' })).toMatchObject({ body: { removed: 1 } });
    expect(await sync.facts()).toMatchObject([{ payload: { tracksAdded: 0, tracksRemoved: 1 } }]);
    expect(sync.services.calls.at(-1)?.body ?? {}).toEqual({ trackId: 'song-1', position: 3, plan: null });
  });

  describe('of which there are several copies', () => {
    const plan = { copies: [1, 4], removed: 4 };
    const plans = async () =>
      sync.database.query('SELECT removal_plan FROM operations WHERE user_id = $1', [sync.userId]);
    const askedPlans = () =>
      sync.services.calls.filter(({ endpoint }) => endpoint === removePlatformTrack).map(({ body }) => body.plan);

    it('keeps the plan before anything is touched', async () => {
      sync.services.once(removePlatformTrack, () => ({ removed: 0, plan, problem: null }));
      sync.services.once(removePlatformTrack, async () => {
        expect(await plans()).toEqual([{ removal_plan: plan }]);
        return { removed: 1, plan: null, problem: null };
      });
      expect(await remove()).toMatchObject({ status: 200, body: { removed: 1 } });
      expect(askedPlans()).toEqual([null, plan]);
    });

    it('goes on with the plan under the same key when it broke off', async () => {
      sync.services.once(removePlatformTrack, () => ({ removed: 0, plan, problem: null }));
      const problem = { code: 'platform_busy', retryAfterSeconds: 9 };
      sync.services.once(removePlatformTrack, () => ({ removed: 0, plan, problem }));
      expect(await remove(undefined, 'key-1')).toMatchObject({
        status: 503,
        body: { code: 'platform_busy', retryAfterSeconds: 9 },
      });
      expect(sync.dayOf(sync.userId)).toBe('p.target');
      await sync.database.query(`UPDATE operations SET lease_expires_at = now() - interval '1 second'`);
      sync.services.once(removePlatformTrack, () => ({ removed: 1, plan: null, problem: null }));
      expect(await remove(undefined, 'key-1')).toMatchObject({ status: 200, body: { removed: 1 } });
      expect(askedPlans()).toEqual([null, plan, plan]);
      expect(await remove(undefined, 'key-1')).toMatchObject({ status: 200, body: { removed: 1 } });
      expect(askedPlans()).toHaveLength(3);
    });
  });

  it('that broke off with a plan is finished by the sync.clock, so that no copy stays away', async () => {
    const plan = { copies: [1, 4], removed: 4 };
    sync.services.once(removePlatformTrack, () => ({ removed: 0, plan, problem: null }));
    sync.services.failOnce(removePlatformTrack, contactLost());
    expect((await remove(undefined, 'key-1')).status).toBe(503);
    await sync.database.query(`UPDATE operations SET lease_expires_at = now() - interval '1 second'`);
    sync.clock.advance(46_000);
    sync.services.once(removePlatformTrack, (_, { body }) => {
      expect(body).toMatchObject({ trackId: 'song-1', plan });
      return { removed: 1, plan: null, problem: null };
    });
    await sync.app.get(BrokenOff).run();
    expect(await sync.facts()).toMatchObject([{ payload: { tracksRemoved: 1 } }]);
  });

  it('whose answer got lost is gone when it is not there any more', async () => {
    sync.services.failOnce(removePlatformTrack, contactLost());
    await remove(undefined, 'key-1');
    await sync.database.query(`UPDATE operations SET lease_expires_at = now() - interval '1 second'`);
    sync.services.once(removePlatformTrack, () => ({ removed: 0, plan: null, problem: null }));
    expect(await remove(undefined, 'key-1')).toMatchObject({ status: 200, body: { removed: 1 } });
  });

  it('that the platform declines is an error and gives the day back', async () => {
    const problem = { code: 'refused', retryAfterSeconds: null };
    sync.services.once(removePlatformTrack, () => ({ removed: 0, plan: null, problem }));
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'remove_unsupported' } });
    expect(sync.dayOf(sync.userId)).toBeUndefined();
  });

  it('that was not there costs no day and tells nothing', async () => {
    sync.services.once(removePlatformTrack, () => ({ removed: 0, plan: null, problem: null }));
    expect(await remove()).toMatchObject({ status: 200, body: { removed: 0 } });
    expect(sync.dayOf(sync.userId)).toBeUndefined();
    expect(await sync.facts()).toEqual([]);
  });

  it('keeps the day when contact was lost', async () => {
    sync.services.failOnce(removePlatformTrack, contactLost());
    expect((await remove()).status).toBe(503);
    expect(sync.dayOf(sync.userId)).toBe('p.target');
  });

  it('without its id is refused as malformed', async () => {
    expect((await remove({ isrc: isrcOf(1) })).status).toBe(400);
  });
});

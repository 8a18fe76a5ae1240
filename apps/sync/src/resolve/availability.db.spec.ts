import { availability, findByIsrc, searchRecordings } from '@segue/contracts';
import { asked, aSong } from '../testing/builders.js';
import { SyncStage } from '../testing/sync-stage.js';

const sync = SyncStage.forFile(({ catalogue }) => {
  catalogue.push(aSong(1), aSong(2));
});

const ask = async (...tracks: unknown[]) => (await sync.ask(availability, { platform: 'apple', tracks })).body.results;

describe('whether a track can be added', () => {
  it('is told for each of a batch with one look-up, and nothing is claimed or written', async () => {
    sync.services.catalogue[1] = aSong(2, { isrc: 'GBAAA1234567' });
    expect(await ask(asked(1), asked(2), asked(77))).toMatchObject([
      { state: 'addable', matchType: 'isrc' },
      { state: 'addable', matchType: 'fallback' },
      { state: 'unavailable', reason: 'not_in_storefront' },
    ]);
    expect(sync.services.count(findByIsrc)).toBe(1);
    expect(new Set(sync.services.calls.map(({ endpoint }) => endpoint))).toEqual(
      new Set([findByIsrc, searchRecordings]),
    );
  });

  it('names the version there is where there is only another', async () => {
    const { name } = aSong(2);
    sync.services.catalogue[1] = aSong(2, { isrc: 'GBAAA1234567', durationMs: 300_000, album: 'On Stage' });
    sync.services.once(searchRecordings, (usual) => usual());
    expect(await ask(asked(2, { name }))).toMatchObject([
      { state: 'other_version', reason: 'version_conflict', alternative: { id: 'song-2', album: 'On Stage' } },
    ]);
  });

  it('says where the platform would have it', async () => {
    sync.services.once(findByIsrc, () => ({ answers: [{ outcome: 'absent', elsewhere: ['fr', 'us'] }] }));
    expect(await ask(asked(77))).toMatchObject([
      {
        state: 'unavailable',
        elsewhere: ['fr', 'us'],
        message: 'Apple Music does not have this recording in your country. It is there in France and United States.',
      },
    ]);
  });

  it.each([
    ['local', 'This is a local file: it exists only on your own devices, so it cannot be moved.'],
    ['episode', 'This is a podcast episode, not a song, so it cannot be moved.'],
    ['video', 'This is a music video, not a song, so it cannot be moved.'],
    ['gone', 'This song was taken down: the playlist only keeps its empty place.'],
  ])('is no for what is no song (%s), with its reason', async (kind, message) => {
    expect(await ask(asked(1, { kind }))).toEqual([
      { state: 'unavailable', reason: 'not_a_song', message, elsewhere: [] },
    ]);
  });

  it('is no without a code when nothing is certainly the same', async () => {
    expect(await ask(asked(77, { isrc: null }))).toMatchObject([{ state: 'unavailable', reason: 'no_isrc' }]);
  });

  it.each(['busy', 'failed'])('is not known when the platform could not be asked (%s)', async (reason) => {
    sync.services.once(findByIsrc, () => ({ answers: [{ outcome: 'unknown', reason, retryAfterSeconds: null }] }));
    expect(await ask(asked(1))).toMatchObject([{ state: 'unknown', message: expect.any(String) }]);
  });
});

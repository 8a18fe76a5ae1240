import type { Recording } from '@segue/contracts';
import { ConnectorsStage } from '../testing/connectors-stage.js';
import { answerOf } from '../testing/fake-http.js';
import { spotifyTrack } from '../testing/fake-spotify.js';
import { fakeSongs, isrcOf } from '../testing/fake-songs.js';
import { RecordingMemory } from './recording-memory.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const aRecording = (isrc: string): Recording => ({
  id: `id-${isrc}`,
  isrc,
  name: 'Song',
  artists: [],
  album: '',
  albumType: null,
  cover_url: null,
  url: null,
  durationMs: null,
  explicit: null,
  playable: null,
  discNumber: null,
  trackNumber: null,
  releaseDate: null,
});

const s = ConnectorsStage.forFile();
let userId: string;

beforeEach(async () => {
  userId = await s.onApple();
  s.apple.seen.length = 0;
});

async function find(isrcs: string[], as = userId) {
  const { body } = await s.internal(as, 'POST', '/internal/connectors/apple/find-by-isrc', { isrcs });
  return Object(body).answers as { outcome: string; recordings?: { id: string }[] }[];
}

async function findOnSpotify(isrcs: string[], as: string) {
  const { body } = await s.internal(as, 'POST', '/internal/connectors/spotify/find-by-isrc', { isrcs });
  return Object(body).answers as { outcome: string; elsewhere?: string[] }[];
}

const searches = () => s.spotify.count('GET', /\/search$/);
const lookUps = () => s.apple.count('GET', /catalog\/de\/songs$/);

describe('looking recordings up', () => {
  it('asks the platform once for all members', async () => {
    const first = await find([isrcOf(1), isrcOf(999), isrcOf(1)]);
    expect(first.map(({ outcome }) => outcome)).toEqual(['found', 'absent', 'found']);
    const again = await find([isrcOf(999), isrcOf(1)], await s.onApple());
    expect(again.map(({ outcome, recordings }) => [outcome, recordings?.[0]?.id])).toEqual([
      ['absent', undefined],
      ['found', 'song1'],
    ]);
    expect(lookUps()).toBe(1);
  });

  it('forgets absences after 3 days and songs after 30', async () => {
    await find([isrcOf(1), isrcOf(999)]);
    s.timing.advance(3 * DAY_MS + 1);
    await find([isrcOf(1), isrcOf(999)]);
    expect(s.apple.seen.at(-1)?.query.get('filter[isrc]')).toBe(isrcOf(999));
    s.timing.advance(27 * DAY_MS);
    await find([isrcOf(1)]);
    expect(s.apple.seen.at(-1)?.query.get('filter[isrc]')).toBe(isrcOf(1));
    expect(lookUps()).toBe(3);
  });

  it.each([429, 500])('never remembers a failed question as an absence (%s)', async (status) => {
    s.apple.faults.push({ answer: answerOf(status, {}, { 'retry-after': '11' }), times: 3 });
    expect((await find([isrcOf(1)]))[0]?.outcome).toBe('unknown');
    expect(await s.database.query('SELECT 1 FROM remembered_recordings')).toEqual([]);
  });

  it('asks Apple for 25 codes with one call, and only for those it does not know', async () => {
    const isrcs = fakeSongs(30).map(({ isrc }) => isrc);
    await find(isrcs.slice(0, 5));
    s.apple.seen.length = 0;
    await find(isrcs);
    expect(s.apple.seen.map(({ query }) => query.get('filter[isrc]')?.split(','))).toEqual([isrcs.slice(5)]);
  });

  it('costs the second member nothing, in both directions', async () => {
    const isrcs = [...fakeSongs(60).map(({ isrc }) => isrc), isrcOf(999)];
    await find(isrcs);
    await findOnSpotify(isrcs, await s.onSpotify());
    s.apple.seen.length = 0;
    s.spotify.seen.length = 0;
    const [apple, spotify] = [await s.onApple(), await s.onSpotify()];
    s.apple.seen.length = 0;
    expect((await find(isrcs, apple)).map(({ outcome }) => outcome)).toEqual([...Array(60).fill('found'), 'absent']);
    expect((await findOnSpotify(isrcs, spotify)).at(-1)).toEqual({ outcome: 'absent', elsewhere: [] });
    expect([...s.apple.seen, ...s.spotify.seen]).toEqual([]);
  });

  it('tells in which other storefronts it has seen a song that is absent, and asks nobody for it', async () => {
    const catalogues = s.app.get(RecordingMemory);
    const song = { outcome: 'found' as const, recordings: [aRecording(isrcOf(999))] };
    for (const storefront of ['us', 'fr']) {
      await catalogues.learnAnswers({ platform: 'apple', storefront }, [isrcOf(999)], [song]);
    }
    expect(await find([isrcOf(998), isrcOf(999)])).toEqual([
      { outcome: 'absent', elsewhere: [] },
      { outcome: 'absent', elsewhere: ['fr', 'us'] },
    ]);
    expect(lookUps()).toBe(1);
    s.timing.advance(31 * DAY_MS);
    expect(await find([isrcOf(999)])).toEqual([{ outcome: 'absent', elsewhere: [] }]);
  });

  it('asks again for a song whose writing failed', async () => {
    await find([isrcOf(1), isrcOf(2)]);
    s.apple.playlists.set('p.1', { name: 'P', rows: [] });
    s.apple.dropped.add('song1');
    await s.internal(userId, 'POST', '/internal/connectors/apple/playlists/p.1/append', {
      recordingIds: ['song1', 'song2'],
      oldTotal: 0,
    });
    s.apple.seen.length = 0;
    expect((await find([isrcOf(1), isrcOf(2)])).map(({ outcome }) => outcome)).toEqual(['found', 'found']);
    await find([isrcOf(1)]);
    expect(s.apple.seen.map(({ query }) => query.get('filter[isrc]'))).toEqual([isrcOf(1)]);
  }, 15_000);

  it('learns nothing from what a member asks to write', async () => {
    s.apple.playlists.set('p.1', { name: 'P', rows: [] });
    await s.internal(userId, 'POST', '/internal/connectors/apple/playlists/p.1/append', {
      recordingIds: ['song1'],
      oldTotal: 0,
    });
    expect(await s.database.query('SELECT 1 FROM remembered_recordings')).toEqual([]);
  });

  it('searches by text once for all members, and again after three days or a failure', async () => {
    const search = async (member: string) =>
      (await s.internal(member, 'POST', '/internal/connectors/apple/search', { title: 'Song 3', artist: 'Band' }))
        .status;
    s.apple.faults.push({ path: /search$/, answer: answerOf(500, {}), times: 3 });
    expect(await search(userId)).toBe(503);
    expect(await search(userId)).toBe(200);
    const another = await s.onApple();
    s.apple.seen.length = 0;
    expect(await search(another)).toBe(200);
    expect(s.apple.seen).toEqual([]);
    s.timing.advance(3 * DAY_MS);
    await search(another);
    expect(s.apple.seen).toHaveLength(1);
  });

  it('learns from every page that is read', async () => {
    s.apple.playlists.set('p.1', { name: 'P', rows: fakeSongs(120) });
    await s.call(userId, 'GET', '/api/apple/playlists/p.1/tracks');
    s.apple.seen.length = 0;
    const answers = await find(fakeSongs(120).map(({ isrc }) => isrc));
    expect(answers.every(({ outcome }) => outcome === 'found')).toBe(true);
    expect(s.apple.seen).toEqual([]);
  });

  it('unlearns an absence when the song turns up', async () => {
    await find([isrcOf(500)]);
    const late = { id: 'song500', isrc: isrcOf(500), name: 'Late' };
    s.apple.playlists.set('p.1', { name: 'P', rows: [late] });
    await s.call(userId, 'GET', '/api/apple/playlists/p.1/tracks');
    expect((await find([isrcOf(500)]))[0]?.outcome).toBe('found');
  });

  it('shares one question between members who ask at the same time', async () => {
    const other = await s.onApple();
    s.apple.seen.length = 0;
    const isrcs = fakeSongs(20).map(({ isrc }) => isrc);
    const [mine, theirs] = await Promise.all([find(isrcs), find(isrcs, other)]);
    expect(theirs.map(({ outcome }) => outcome)).toEqual(mine.map(({ outcome }) => outcome));
    expect(lookUps()).toBe(1);
  });

  it('keeps no cover, whose address would expire', async () => {
    await find([isrcOf(1)]);
    const rows: { facts: { cover_url: unknown } }[] = await s.database.query('SELECT facts FROM remembered_recordings');
    expect(rows.map(({ facts }) => facts.cover_url)).toEqual([null]);
  });
});

describe('Spotify’s search, which finds nothing now and then', () => {
  const nothing = answerOf(200, { tracks: { items: [], total: 0, next: null } });

  it('is believed of a song nobody has seen there', async () => {
    const member = await s.onSpotify();
    expect(await findOnSpotify([isrcOf(999)], member)).toEqual([{ outcome: 'absent', elsewhere: [] }]);
    expect(searches()).toBe(1);
  });

  it('is asked a second time about a song that was there before', async () => {
    const member = await s.onSpotify();
    await findOnSpotify([isrcOf(1)], member);
    s.timing.advance(31 * DAY_MS);
    await s.app.get(RecordingMemory).prune();
    s.spotify.seen.length = 0;
    s.spotify.faults.push({ path: /search$/, answer: nothing, times: 1 });
    expect((await findOnSpotify([isrcOf(1)], member)).map(({ outcome }) => outcome)).toEqual(['found']);
    expect(searches()).toBe(2);
  });

  it('is asked a second time about a song that is there in another market', async () => {
    await findOnSpotify([isrcOf(1)], await s.onSpotify({ storefront: 'SE' }));
    s.spotify.faults.push({ path: /search$/, answer: nothing, times: 2 });
    expect(await findOnSpotify([isrcOf(1)], await s.onSpotify({ storefront: 'DE' }))).toEqual([
      { outcome: 'absent', elsewhere: ['SE'] },
    ]);
    expect(searches()).toBe(3);
  });

  it('is not asked about songs that a playlist has shown', async () => {
    const member = await s.onSpotify();
    s.spotify.playlists.set('p', { name: 'P', owner: 'mia', entries: fakeSongs(3).map(spotifyTrack) });
    await s.call(member, 'GET', '/api/spotify/playlists/p/tracks');
    await findOnSpotify(
      fakeSongs(3).map(({ isrc }) => isrc),
      member,
    );
    expect(searches()).toBe(0);
  });
});

describe('writing', () => {
  it('creates, appends with what it remembers, and reads back', async () => {
    const made = await s.internal(userId, 'POST', '/internal/connectors/apple/create-playlist', {
      name: 'N',
      description: '',
    });
    const { id } = Object(made.body) as { id: string };
    s.apple.dropped.add('song2');
    const appended = await s.internal(userId, 'POST', `/internal/connectors/apple/playlists/${id}/append`, {
      recordingIds: ['song1', 'song2', 'song3'],
      oldTotal: 0,
    });
    expect(appended.body).toEqual({ landed: ['yes', 'no', 'yes'], problem: null });
  }, 15_000);

  it('says that Apple cannot remove', async () => {
    const { status, body } = await s.internal(userId, 'POST', '/internal/connectors/apple/playlists/p.1/remove', {
      trackId: 'i.1',
      position: 0,
      plan: null,
    });
    expect([status, Object(body).code]).toEqual([409, 'remove_unsupported']);
  });
});

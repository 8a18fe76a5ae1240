import { createTestDatabase } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { answerOf } from '../testing/fake-http.js';
import { fakeSongs, isrcOf } from '../testing/fake-songs.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
let databaseUrl: string;
let s: TestService;
let userId: string;

beforeAll(async () => {
  databaseUrl = (await createTestDatabase()).urlOf('connectors');
});
beforeEach(async () => {
  s = await startTestService(databaseUrl);
  await s.app.get(DataSource).query('TRUNCATE remembered_recordings');
  userId = await connected();
  s.apple.seen.length = 0;
});
afterEach(async () => {
  await s.app.get(DataSource).destroy();
  await s.app.close();
});

async function connected(): Promise<string> {
  const id = randomUUID();
  await s.call(id, 'POST', '/api/apple/connect', { userToken: 'access-1' });
  return id;
}

async function find(isrcs: string[], as = userId) {
  const { body } = await s.internal(as, 'POST', '/internal/connectors/apple/find-by-isrc', { isrcs });
  return Object(body).answers as { outcome: string; recordings?: { id: string }[] }[];
}

const lookUps = () => s.apple.count('GET', /catalog\/de\/songs$/);

describe('looking recordings up', () => {
  it('asks the platform once for all members', async () => {
    const first = await find([isrcOf(1), isrcOf(999), isrcOf(1)]);
    expect(first.map(({ outcome }) => outcome)).toEqual(['found', 'absent', 'found']);
    const again = await find([isrcOf(999), isrcOf(1)], await connected());
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
    expect(await s.app.get(DataSource).query('SELECT 1 FROM remembered_recordings')).toEqual([]);
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
    const other = await connected();
    s.apple.seen.length = 0;
    const isrcs = fakeSongs(20).map(({ isrc }) => isrc);
    const [mine, theirs] = await Promise.all([find(isrcs), find(isrcs, other)]);
    expect(theirs.map(({ outcome }) => outcome)).toEqual(mine.map(({ outcome }) => outcome));
    expect(lookUps()).toBe(1);
  });

  it('keeps no cover, whose address would expire', async () => {
    await find([isrcOf(1)]);
    const rows: { facts: { cover_url: unknown } }[] = await s.app
      .get(DataSource)
      .query('SELECT facts FROM remembered_recordings');
    expect(rows.map(({ facts }) => facts.cover_url)).toEqual([null]);
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
    });
    expect([status, Object(body).code]).toEqual([409, 'remove_unsupported']);
  });
});

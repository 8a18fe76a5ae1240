import { FakePlatform } from '../testing/fake-platform.js';
import { isrcOf } from '../testing/fake-songs.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { aMember } from '../testing/fake-upstream.js';
import { append } from './append.js';

const ids = (count: number, first = 1) => Array.from({ length: count }, (_, index) => `song${first + index}`);
const remembered = async (asked: readonly string[]) =>
  new Map(asked.map((id) => [id, isrcOf(Number(id.replace(/\D/g, '')))]));
const yes = (count: number) => Array<string>(count).fill('yes');

async function run(fake: FakePlatform, recordingIds: string[], oldTotal = fake.list.length) {
  const timing = new FakeTiming();
  const request = { platform: fake.platform, access: aMember(), playlistId: 'p', oldTotal, isrcsOf: remembered };
  return { ...(await append({ ...request, recordingIds, timing })), timing };
}

describe('append', () => {
  it('costs one write and one read for a single song', async () => {
    const fake = new FakePlatform(['song90', 'song91']);
    expect(await run(fake, ['song1'])).toMatchObject({ landed: ['yes'], problem: null });
    expect(fake.calls).toEqual(['add 1', 'page@2']);
  });

  it('writes 1,000 songs with ten writes and proves them with one read', async () => {
    const fake = new FakePlatform();
    expect((await run(fake, ids(1000), 0)).landed).toEqual(yes(1000));
    expect(fake.calls).toEqual([...Array<string>(10).fill('add 100'), 'page@950']);
    expect(fake.list).toEqual(ids(1000));
  });

  it('finds a write that was applied although the answer was an error, and does not repeat it', async () => {
    const fake = new FakePlatform(['song90']);
    fake.mishaps.push({ applied: true, kind: 'unavailable' });
    expect(await run(fake, ids(3))).toMatchObject({ landed: yes(3), problem: null });
    expect(fake.list).toEqual(['song90', ...ids(3)]);
  });

  it('repeats a write that was not applied, once', async () => {
    const fake = new FakePlatform(['song90']);
    fake.mishaps.push({ applied: false, kind: 'unavailable' });
    expect(await run(fake, ids(3))).toMatchObject({ landed: yes(3), problem: null });
    expect(fake.list).toEqual(['song90', ...ids(3)]);
  });

  it('waits for a late list before it repeats', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: true, kind: 'unavailable' });
    fake.staleReads = 4;
    const { landed, timing } = await run(fake, ids(3), 0);
    expect(landed).toEqual(yes(3));
    expect(fake.list).toEqual(ids(3));
    expect(timing.slept).toEqual([500, 1000, 2000, 4000]);
  });

  it('gives up after a second failure and says so', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: false, kind: 'unavailable' }, { applied: false, kind: 'unavailable' });
    expect(await run(fake, ids(150), 0)).toMatchObject({
      landed: Array(150).fill('no'),
      problem: { code: 'platform_unavailable' },
    });
    expect(fake.calls.filter((call) => call.startsWith('add'))).toEqual(['add 100', 'add 100']);
  });

  it('tells which songs the platform dropped silently', async () => {
    const fake = new FakePlatform(['song2']);
    fake.dropped.add('song2');
    expect(await run(fake, ids(3))).toMatchObject({ landed: ['yes', 'no', 'yes'], problem: null });
  });

  it('takes another release of the same recording for the song', async () => {
    const fake = new FakePlatform();
    fake.replaced.set('song2', 'other2');
    expect((await run(fake, ids(3), 0)).landed).toEqual(yes(3));
    expect(fake.calls).toEqual(['add 3', 'page@0']);
  });

  it('wants two copies where two were asked for', async () => {
    const fake = new FakePlatform(['song1']);
    expect((await run(fake, ['song1', 'song1'])).landed).toEqual(yes(2));
    expect(fake.list).toEqual(['song1', 'song1', 'song1']);
  });

  it.each(['refused', 'unavailable'] as const)('finds the one song that spoils a batch (%s)', async (kind) => {
    const fake = new FakePlatform();
    fake.poison.set('song6', kind);
    const { landed } = await run(fake, ids(10), 0);
    expect(landed).toEqual(ids(10).map((id) => (id === 'song6' ? 'no' : 'yes')));
    expect(fake.list).toEqual(ids(10).filter((id) => id !== 'song6'));
  });

  it('does not take a closed playlist apart song by song', async () => {
    const fake = new FakePlatform();
    fake.editable = false;
    fake.poison.set('song6', 'unavailable');
    expect(await run(fake, ids(10), 0)).toMatchObject({ problem: { code: 'playlist_read_only' } });
    expect(fake.calls.filter((call) => call.startsWith('add'))).toHaveLength(2);
  });

  it('throws while nothing was written, and reports afterwards', async () => {
    const fake = new FakePlatform();
    fake.poison.set('song1', 'read-only');
    await expect(run(fake, ids(3), 0)).rejects.toMatchObject({ kind: 'read-only' });
    const later = new FakePlatform();
    later.poison.set('song101', 'read-only');
    const { landed, problem } = await run(later, ids(101), 0);
    expect([landed.slice(0, 100), landed[100], problem?.code]).toEqual([yes(100), 'no', 'playlist_read_only']);
  });

  it('goes on after a short 429 without writing twice', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: false, kind: 'busy', facts: { retryAfterSeconds: 2 } });
    expect((await run(fake, ids(3), 0)).landed).toEqual(yes(3));
    expect(fake.calls).toEqual(['add 3', 'page@0', 'add 3', 'page@0']);
  });

  it('stops at a long 429 with the time to wait', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: false, kind: 'busy', facts: { retryAfterSeconds: 79_892 } });
    fake.readsFail = 'busy';
    expect(await run(fake, ids(150), 0)).toMatchObject({
      landed: [...Array(100).fill('unknown'), ...Array(50).fill('no')],
      problem: { code: 'platform_busy', retryAfterSeconds: 79_892 },
    });
  });

  it('says unknown when it cannot read back', async () => {
    const fake = new FakePlatform();
    fake.readsFail = 'unavailable';
    expect(await run(fake, ids(2), 0)).toMatchObject({
      landed: ['unknown', 'unknown'],
      problem: { code: 'platform_unavailable' },
    });
  });

  it('fills a playlist to the platform’s limit and no further', async () => {
    const fake = new FakePlatform(ids(9, 50));
    fake.tracksPerPlaylist = 10;
    expect(await run(fake, ids(2))).toMatchObject({ landed: ['yes', 'no'], problem: { code: 'playlist_full' } });
  });

  it('waits up to a minute for a list that shows a clean write late, and never writes it again', async () => {
    const fake = new FakePlatform(['song90']);
    fake.beforeWrite = () => (fake.staleReads = 7);
    const { landed, timing } = await run(fake, ids(3));
    expect(landed).toEqual(yes(3));
    expect(timing.slept).toEqual([500, 1000, 2000, 4000, 8000, 16_000]);
    expect(fake.calls.filter((call) => call.startsWith('add'))).toEqual(['add 3']);
  });

  it('never writes a doubtful batch again while the list does not show the clean one before it either', async () => {
    const fake = new FakePlatform();
    fake.beforeWrite = () => {
      fake.staleReads = 999;
      if (fake.list.length === 100) fake.mishaps.push({ applied: true, kind: 'unavailable' });
    };
    const { landed, problem } = await run(fake, ids(150), 0);
    expect(fake.list).toEqual(ids(150));
    expect([new Set(landed.slice(100)), problem?.code]).toEqual([new Set(['unknown']), 'platform_unavailable']);
  });

  it('says no of a song only when a minute of looking has not shown it and nothing grew', async () => {
    const fake = new FakePlatform();
    fake.dropped.add('song1');
    const { landed, problem, timing, declined } = await run(fake, ['song1'], 0);
    expect({ landed, problem, declined }).toEqual({ landed: ['no'], problem: null, declined: ['song1'] });
    expect(timing.slept.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
    expect(fake.calls.filter((call) => call.startsWith('add'))).toEqual(['add 1']);
  });

  it('says unknown when the list grew by a row that nobody recognises', async () => {
    const fake = new FakePlatform();
    fake.replaced.set('song1', 'song777');
    expect((await run(fake, ['song1'], 0)).landed).toEqual(['unknown']);
  });

  it('does not wait long for a dropped song when the rest of its write shows', async () => {
    const fake = new FakePlatform();
    fake.dropped.add('song2');
    const { landed, timing } = await run(fake, ids(3), 0);
    expect(landed).toEqual(['yes', 'no', 'yes']);
    expect(timing.slept).toEqual([500, 1000, 2000]);
  });

  it('recognises a row that was appended by its own id', async () => {
    const fake = new FakePlatform();
    fake.replaced.set('row-song5', 'song5');
    expect((await run(fake, ['row-song5', 'song6'], 0)).landed).toEqual(yes(2));
    expect(fake.calls).toEqual(['add 2', 'page@0']);
  });

  it.each([
    ['reconnect-required', 'platform_reconnect_required'],
    ['busy', 'platform_busy'],
    ['unavailable', 'platform_unavailable'],
    ['read-only', 'playlist_read_only'],
  ] as const)('tells why it stopped in the middle: %s', async (kind, code) => {
    const fake = new FakePlatform();
    fake.beforeWrite = () => {
      if (fake.list.length === 100) fake.mishaps.push({ applied: false, kind, facts: { retryAfterSeconds: 60 } });
    };
    const { landed, problem } = await run(fake, ids(150), 0);
    expect(problem?.code).toBe(code);
    expect(landed.slice(0, 100)).toEqual(yes(100));
    expect(landed.slice(100)).not.toContain('yes');
  });

  it.each([
    [false, 'yes'],
    [true, 'unknown'],
  ])('when the consent ends takes the word of a platform unless it drops silently (%s)', async (drops, said) => {
    const fake = new FakePlatform();
    fake.dropsSilently = drops;
    fake.beforeWrite = () => {
      if (fake.list.length < 100) return;
      fake.readsFail = 'reconnect-required';
      fake.mishaps.push({ applied: false, kind: 'reconnect-required' });
    };
    const { landed, problem } = await run(fake, ids(150), 0);
    expect(problem?.code).toBe('platform_reconnect_required');
    expect([new Set(landed.slice(0, 100)), new Set(landed.slice(100))]).toEqual([new Set([said]), new Set(['no'])]);
  });

  it('says no of everything when the playlist vanishes in the middle', async () => {
    const fake = new FakePlatform();
    fake.beforeWrite = () => {
      if (fake.list.length < 100) return;
      fake.readsFail = 'not-found';
      fake.mishaps.push({ applied: false, kind: 'not-found' });
    };
    const { landed, problem, declined } = await run(fake, ids(150), 0);
    expect({ landed, problem, declined }).toEqual({
      landed: Array(150).fill('no'),
      problem: { code: 'not_found', retryAfterSeconds: null },
      declined: [],
    });
  });
});

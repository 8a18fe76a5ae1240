import type { RemovalPlan } from '@segue/contracts';
import { FakePlatform } from '../testing/fake-platform.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { aMember } from '../testing/fake-upstream.js';
import { removeTrack } from './remove-track.js';
import type { RemovalResult } from './removal.js';

interface Asked {
  readonly position?: number | null;
  readonly plan?: RemovalPlan | null;
  readonly timing?: FakeTiming;
  readonly trackId?: string;
}

const once = (
  fake: FakePlatform,
  { position = null, plan = null, timing = new FakeTiming(), trackId = 'song1' }: Asked = {},
): Promise<RemovalResult> =>
  removeTrack({ platform: fake.platform, access: aMember(), playlistId: 'p', trackId, position, plan, timing });

/** As sync does it: stores the plan and calls again with it, also when the process or the platform died. */
async function untilDone(fake: FakePlatform, asked: Asked = {}): Promise<RemovalResult> {
  let plan: RemovalPlan | null = null;
  for (let call = 0; call < 20; call += 1) {
    try {
      const answer: RemovalResult = await once(fake, { ...asked, plan });
      if (answer.plan === null) return answer;
      plan = answer.plan;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  throw new Error('it goes on for ever');
}

/** The process dies here. */
class Killed extends Error {}

const LIST = ['song1', 'song2', 'song1', 'song3', 'song1', 'song4'];
const REMOVED = { removed: 1, plan: null, problem: null };

describe('removing a track that stands there once', () => {
  it('takes it at once', async () => {
    const fake = new FakePlatform(['song1', 'song2']);
    expect(await once(fake)).toEqual(REMOVED);
    expect(fake.list).toEqual(['song2']);
    expect(fake.calls).toEqual(['read', 'remove', 'count']);
  });

  it('says that there was none', async () => {
    const fake = new FakePlatform(['song2']);
    expect(await once(fake)).toEqual({ removed: 0, plan: null, problem: null });
    expect(fake.calls).toEqual(['read']);
  });

  it.each([true, false])('settles an error by looking (applied: %s)', async (applied) => {
    const fake = new FakePlatform(['song1', 'song2']);
    fake.mishaps.push({ applied, kind: 'unavailable' });
    expect(await once(fake)).toEqual(REMOVED);
    expect(fake.list).toEqual(['song2']);
    expect(fake.calls.filter((call) => call === 'remove')).toHaveLength(applied ? 1 : 2);
  });

  it('waits for a late list', async () => {
    const fake = new FakePlatform(['song1', 'song2']);
    fake.beforeWrite = () => (fake.staleReads = 8);
    const timing = new FakeTiming();
    expect(await once(fake, { timing })).toEqual(REMOVED);
    expect(timing.slept).toEqual([500, 1000, 2000, 4000]);
    expect(fake.calls.filter((call) => call === 'remove')).toHaveLength(1);
  });

  it('reports a row that the platform kept', async () => {
    const fake = new FakePlatform(['song1', 'song2']);
    fake.keepsRows = true;
    expect(await once(fake)).toEqual({ removed: 0, plan: null, problem: { code: 'refused', retryAfterSeconds: null } });
  });

  it('throws what the platform says while nothing is changed', async () => {
    const fake = new FakePlatform(['song1', 'song2']);
    fake.mishaps.push({ applied: false, kind: 'read-only' });
    await expect(once(fake)).rejects.toMatchObject({ kind: 'read-only' });
  });
});

describe('removing one of several copies', () => {
  it('touches nothing before the plan is stored', async () => {
    const fake = new FakePlatform([...LIST]);
    expect(await once(fake, { position: 2 })).toEqual({
      removed: 0,
      plan: { copies: [0, 2, 4], removed: 2 },
      problem: null,
    });
    expect(fake.calls).toEqual(['read']);
  });

  it.each([
    [0, ['song2', 'song1', 'song3', 'song1', 'song4']],
    [2, ['song1', 'song2', 'song3', 'song1', 'song4']],
    [4, ['song1', 'song2', 'song1', 'song3', 'song4']],
    // Moved by the member meanwhile: the nearest goes.
    [5, ['song1', 'song2', 'song1', 'song3', 'song4']],
    [null, ['song1', 'song2', 'song1', 'song3', 'song4']],
  ])('takes the one at place %s and leaves the others where they were', async (position, left) => {
    const fake = new FakePlatform([...LIST]);
    expect(await untilDone(fake, { position })).toEqual(REMOVED);
    expect(fake.list).toEqual(left);
  });

  it('takes one of copies that stand in a row', async () => {
    const fake = new FakePlatform(['song1', 'song1', 'song1']);
    expect(await untilDone(fake, { position: 1 })).toEqual(REMOVED);
    expect(fake.list).toEqual(['song1', 'song1']);
  });

  const LEFT = ['song1', 'song2', 'song3', 'song1', 'song4'];

  it.each(['remove', 'insert@0', 'insert@3', 'after insert@3'])(
    'ends right when the process is killed at %s and the call is repeated',
    async (moment) => {
      const fake = new FakePlatform([...LIST]);
      let isKilled = false;
      const die = (at: string) => {
        if (isKilled || at !== moment) return;
        isKilled = true;
        throw new Killed();
      };
      fake.beforeWrite = die;
      fake.afterWrite = (call) => die(`after ${call}`);
      expect(await untilDone(fake, { position: 2 })).toEqual(REMOVED);
      expect(isKilled).toBe(true);
      expect(fake.list).toEqual(LEFT);
    },
  );

  it.each([
    ['first', true, 0],
    ['first', false, 0],
    ['second', true, 1],
    ['second', false, 1],
    ['third', true, 2],
    ['third', false, 2],
  ])('settles an error of the %s write by looking (applied: %s)', async (_, applied, place) => {
    const fake = new FakePlatform([...LIST]);
    let writes = 0;
    fake.beforeWrite = () => {
      if (writes === place) fake.mishaps.push({ applied, kind: 'unavailable' });
      writes += 1;
    };
    expect(await untilDone(fake, { position: 2 })).toEqual(REMOVED);
    expect(fake.list).toEqual(LEFT);
    expect(writes).toBe(applied ? 3 : 4);
  });

  it('keeps the plan when the platform fails in the middle, and finishes later', async () => {
    const fake = new FakePlatform([...LIST]);
    const { plan } = await once(fake, { position: 2 });
    let down = true;
    fake.beforeWrite = (call) => {
      if (down && call.startsWith('insert'))
        fake.mishaps.push({ applied: false, kind: 'busy', facts: { retryAfterSeconds: 90 } });
    };
    expect(await once(fake, { plan })).toEqual({
      removed: 0,
      plan,
      problem: { code: 'platform_busy', retryAfterSeconds: 90 },
    });
    expect(fake.list).toEqual(['song2', 'song3', 'song4']);
    down = false;
    expect(await once(fake, { plan })).toEqual(REMOVED);
    expect(fake.list).toEqual(LEFT);
  });

  it('puts nothing back twice when the list shows an earlier run late', async () => {
    const fake = new FakePlatform([...LIST]);
    const { plan } = await once(fake, { position: 2 });
    fake.list = ['song2', 'song3', 'song4'];
    fake.staleReads = 5;
    fake.showStale(['song2', 'song3', 'song4']);
    fake.list = LEFT;
    expect(await once(fake, { plan })).toEqual(REMOVED);
    expect(fake.list).toEqual(LEFT);
    expect(fake.calls.filter((call) => call.startsWith('insert'))).toEqual([]);
  });

  it('waits for a late list without writing again', async () => {
    const fake = new FakePlatform([...LIST]);
    const { plan } = await once(fake, { position: 2 });
    fake.beforeWrite = (call) => {
      if (call === 'remove') fake.staleReads = 6;
    };
    expect(await once(fake, { plan })).toEqual(REMOVED);
    expect(fake.list).toEqual(LEFT);
    expect(fake.calls.filter((call) => !call.startsWith('read'))).toEqual(['remove', 'insert@0', 'insert@3']);
  });

  it('plans again when the member changed the list before anything was done', async () => {
    const fake = new FakePlatform([...LIST]);
    const { plan } = await once(fake, { position: 2 });
    fake.list = ['song9', ...LIST];
    expect(await once(fake, { plan })).toEqual({
      removed: 0,
      plan: { copies: [1, 3, 5], removed: 1 },
      problem: null,
    });
    expect(fake.list).toEqual(['song9', ...LIST]);
  });

  it('never touches several copies of a local file, which could not be put back', async () => {
    const fake = new FakePlatform(['local:a', 'song1', 'local:a']);
    expect(await once(fake, { trackId: 'local:a' })).toMatchObject({ removed: 0, problem: { code: 'refused' } });
    expect(fake.calls).toEqual(['read']);
  });
});

import { ApiError } from '../../lib/api.js';
import { anOutcome, aTrack } from '../../testing/builders.js';
import type { SourceOnlyTrack } from './api.js';
import { type BulkAddEvent, bulkAddReducer, IDLE } from './bulk-add.js';
import { type BulkAddDoors, runBulkAdd } from './run-bulk-add.js';

const tracks = [0, 1, 2].map((place): SourceOnlyTrack => aTrack(place));
const outcome = anOutcome();
const busy = (retryAfterSeconds: number) =>
  new ApiError(503, { code: 'platform_busy', message: 'Wait.', retryAfterSeconds });

/** Everything that follows from what is already answered has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(add: BulkAddDoors['add']) {
  const events: BulkAddEvent[] = [];
  const keys: string[] = [];
  const pausesMs: number[] = [];
  const controller = new AbortController();
  let lastKey = 0;
  const doors: BulkAddDoors = {
    add: (track, key, group, signal) => (keys.push(key), add(track, key, group, signal)),
    wait: async (ms) => void pausesMs.push(ms),
    newKey: () => `key-${(lastKey += 1)}`,
    tell: (event) => events.push(event),
    onAnswer: () => undefined,
  };
  const state = () => events.reduce(bulkAddReducer, IDLE);
  return { doors, keys, pausesMs, controller, state, run: () => runBulkAdd(tracks, doors, controller.signal) };
}

describe('running a bulk add', () => {
  it('adds each track with a call and a key of its own', async () => {
    const { run, keys, state } = setUp(async () => outcome);
    await run();
    expect(keys).toEqual(['key-2', 'key-3', 'key-4']);
    expect(state()).toMatchObject({ status: 'finished', done: 3 });
  });

  it('tells the server which calls belong together, so that it writes them in one go', async () => {
    const groups: unknown[] = [];
    const { run } = setUp(async (_track, _key, group) => (groups.push(group), outcome));
    await run();
    expect(groups).toEqual(Array(3).fill({ id: 'key-1', size: 3 }));
  });

  it('has five calls under way at once, and begins the next five when all are answered', async () => {
    const open: Array<() => void> = [];
    const { doors, keys, controller } = setUp(() => new Promise((resolve) => open.push(() => resolve(outcome))));
    const twelve = Array.from({ length: 12 }, (_, place): SourceOnlyTrack => aTrack(place));
    const done = runBulkAdd(twelve, doors, controller.signal);
    const answerAll = async () => {
      for (const answer of open.splice(0)) answer();
      await settled();
    };
    expect(keys).toHaveLength(5);
    open.pop()?.();
    await settled();
    expect(keys).toHaveLength(5);
    await answerAll();
    expect(keys).toHaveLength(10);
    await answerAll();
    await answerAll();
    await done;
    expect(keys).toHaveLength(12);
  });

  it('waits as long as the platform asks and repeats the call with the same key', async () => {
    let calls = 0;
    const { run, keys, pausesMs, state } = setUp(async () => {
      calls += 1;
      if (calls === 2) throw busy(60);
      return outcome;
    });
    await run();
    expect(keys).toEqual(['key-2', 'key-3', 'key-4', 'key-3']);
    expect(pausesMs).toEqual([60_000]);
    expect(state().status).toBe('finished');
  });

  it('outlasts the half minute for which a service that died keeps a track locked', async () => {
    const tries = new Map<string, number>();
    const locked = new ApiError(409, { code: 'request_in_progress', message: 'Still.', retryAfterSeconds: 5 });
    const { run, pausesMs, state } = setUp(async (_, key) => {
      tries.set(key, (tries.get(key) ?? 0) + 1);
      if (key === 'key-2' && (tries.get(key) ?? 0) <= 7) throw locked;
      return outcome;
    });
    await run();
    expect(pausesMs).toEqual(Array.from({ length: 7 }, () => 5000));
    expect(state().status).toBe('finished');
  });

  it('stops with the message when the platform asks for more than a minute', async () => {
    const { run, state } = setUp(async () => Promise.reject(busy(61)));
    await expect(run()).rejects.toThrow('Wait.');
    expect(state()).toMatchObject({ status: 'stopped', problem: 'Wait.' });
  });

  it('does not repeat what waiting cannot help', async () => {
    const refused = new ApiError(403, { code: 'daily_limit_reached', message: 'Tomorrow.' });
    const { run, keys } = setUp(async () => Promise.reject(refused));
    await expect(run()).rejects.toBe(refused);
    expect(keys).toEqual(['key-2', 'key-3', 'key-4']);
  });

  it('tells what was written although another call of the group failed', async () => {
    const refused = new ApiError(409, { code: 'playlist_full', message: 'Full.' });
    const { run, state } = setUp(async (track) => {
      if (track.position === 1) throw refused;
      return outcome;
    });
    await expect(run()).rejects.toBe(refused);
    expect(state()).toMatchObject({ status: 'stopped', done: 2 });
  });

  it('ends quietly when it is cancelled [S123]', async () => {
    const { run, controller, keys, state } = setUp(async (track) => {
      if (track.position === 1) controller.abort();
      return outcome;
    });
    await run();
    expect(keys).toHaveLength(2);
    expect(state().status).toBe('cancelled');
  });
});

import { aCheck, aTrack } from '../../testing/builders.js';
import type { Availability } from './api.js';
import { countChips } from './chips.js';
import { compare, percentMatched } from './comparison.js';

const source = [aTrack(0), aTrack(1), aTrack(2), aTrack(3, { kind: 'local', isrc: null }), aTrack(4), aTrack(5)];
const addable: Availability = { state: 'addable', matchType: 'isrc' };
const unavailable: Availability = {
  state: 'unavailable',
  reason: 'not_in_storefront',
  message: 'Not in your country.',
  elsewhere: [],
};
const unknown: Availability = { state: 'unknown', message: 'Busy.' };

const compared = (over: Partial<Parameters<typeof compare>[0]> = {}) =>
  compare({
    sourceTracks: source,
    answer: aCheck(source, {
      matched: [0, 5],
      fallback: [5],
      extra: [aTrack(0, { id: 'x1' }), aTrack(0, { id: 'x2' })],
    }),
    availabilityOf: (track) => ({ s1: addable, s2: unavailable, s4: unknown })[track.id ?? ''],
    hasFailedBefore: () => false,
    ignored: new Set(),
    targetName: 'Apple Music',
    ...over,
  });

describe('the comparison', () => {
  it('keeps the order of the source', () => {
    expect(compared().sourceRows.map(({ kind }) => kind)).toEqual([
      'pair',
      'source',
      'source',
      'source',
      'source',
      'pair',
    ]);
  });

  it('counts each chip', () => {
    expect(countChips(compared())).toEqual({
      all: 8,
      sourceOnly: 4,
      unavailable: 2,
      addable: 1,
      targetOnly: 2,
      matched: 2,
      fallback: 1,
    });
  });

  it('is read-only where the platform has not been asked yet', () => {
    const row = compared({ availabilityOf: () => undefined }).sourceRows[1];
    expect(row).toMatchObject({ state: { state: 'checking' } });
  });

  it('never calls a track unavailable because the platform could not be asked', () => {
    expect(compared().sourceRows[4]).toMatchObject({ state: { state: 'unknown', message: 'Busy.' } });
  });

  it('names why an entry that is no song stays behind', () => {
    expect(compared().sourceRows[3]).toMatchObject({
      state: { state: 'unavailable', message: expect.stringContaining('local file') },
    });
  });

  it('shows a track that failed before as unavailable', () => {
    const row = compared({ hasFailedBefore: (track) => track.id === 's1' }).sourceRows[1];
    expect(row).toMatchObject({ state: { state: 'unavailable', retry: true } });
  });

  it('leaves ignored extra tracks out of the count', () => {
    const result = compared({ ignored: new Set(['x1']) });
    expect(countChips(result).targetOnly).toBe(1);
    expect(result.ignoredRows).toHaveLength(1);
  });
});

describe('percent matched', () => {
  it.each([
    [0, 0, 100],
    [0, 3, 0],
    [2, 3, 67],
    [999, 1000, 99],
    [9999, 10_000, 99],
    [3, 3, 100],
  ])('%i of %i is %i', (matched, total, percent) => expect(percentMatched(matched, total)).toBe(percent));
});

import fc from 'fast-check';
import { matchPlaylists } from './match-playlists.js';
import type { MatchableTrack } from './track.js';

const song = (n: number, changes: Partial<MatchableTrack> = {}): MatchableTrack => ({
  isrc: `GBAAA${String(n).padStart(7, '0')}`,
  name: `Song ${n}`,
  artists: ['Somebody'],
  album: 'Record',
  durationMs: 180_000 + n * 1000,
  explicit: false,
  ...changes,
});
const indexPairs = (source: MatchableTrack[], target: MatchableTrack[]) =>
  matchPlaylists(source, target).pairs.map(({ sourceIndex, targetIndex }) => [sourceIndex, targetIndex]);

describe('matching two playlists', () => {
  it('pairs in whatever order they stand', () => {
    expect(indexPairs([song(1), song(2), song(3)], [song(3), song(1), song(2)])).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
  });

  it('needs a song twice on the target when it is twice in the source', () => {
    const match = matchPlaylists([song(1), song(1)], [song(1)]);
    expect(match.pairs).toHaveLength(1);
    expect(match.sourceOnly).toEqual([1]);
  });

  it('leaves the second copy on the target as extra', () => {
    expect(matchPlaylists([song(1)], [song(1), song(1)]).targetOnly).toEqual([1]);
  });

  it('never lets text take a partner from an equal code', () => {
    const withoutCode = song(1, { isrc: null });
    expect(indexPairs([withoutCode, song(1)], [song(1)])).toEqual([[1, 0]]);
  });

  it('does not choose between two recordings of one title and length', () => {
    const targets = [song(1, { isrc: 'USAAA0000001' }), song(1, { isrc: 'USAAA0000002' })];
    expect(matchPlaylists([song(1)], targets).pairs).toEqual([]);
  });

  it('pairs copies of one other code with copies of the song', () => {
    const target = song(1, { isrc: 'USAAA0000001' });
    expect(matchPlaylists([song(1), song(1)], [target, target]).pairs).toHaveLength(2);
  });

  const anyTrack = fc.record({
    isrc: fc.option(fc.constantFrom('GBAAA0000001', 'GBAAA0000002', 'gb-aaa-0000003', 'nonsense')),
    name: fc.constantFrom('A', 'A (Live)', 'B', 'B - Remaster', ''),
    artists: fc.constantFrom(['X'], ['X', 'Y'], ['X & Y'], []),
    album: fc.option(fc.constantFrom('R', 'Live at Home')),
    durationMs: fc.option(fc.integer({ min: 0, max: 5000 })),
    explicit: fc.option(fc.boolean()),
  });
  const anyPlaylist = fc.array(anyTrack, { maxLength: 25 });

  it('puts every track of any two playlists in exactly one place', () => {
    fc.assert(
      fc.property(anyPlaylist, anyPlaylist, (source, target) => {
        const { pairs, sourceOnly, targetOnly } = matchPlaylists(source, target);
        const sources = [...pairs.map(({ sourceIndex }) => sourceIndex), ...sourceOnly].sort((a, b) => a - b);
        const targets = [...pairs.map(({ targetIndex }) => targetIndex), ...targetOnly].sort((a, b) => a - b);
        expect(sources).toEqual(source.map((_, index) => index));
        expect(targets).toEqual(target.map((_, index) => index));
      }),
    );
  });

  it('pairs the same songs however the two lists are sorted', () => {
    const sortedTwice = anyPlaylist.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    const songsOf = (source: MatchableTrack[], target: MatchableTrack[]) =>
      matchPlaylists(source, target)
        .pairs.map(({ sourceIndex, targetIndex }) => JSON.stringify([source[sourceIndex], target[targetIndex]]))
        .sort();
    fc.assert(
      fc.property(sortedTwice, sortedTwice, ([source, sourceAgain], [target, targetAgain]) => {
        expect(songsOf(sourceAgain, targetAgain)).toEqual(songsOf(source, target));
      }),
    );
  });
});

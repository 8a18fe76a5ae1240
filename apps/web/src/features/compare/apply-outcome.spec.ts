import { aCheck, anOutcome, aTrack } from '../../testing/builders.js';
import { applyAdded, applyRemoved } from './apply-outcome.js';

const source = [aTrack(0), aTrack(1)];
const answer = aCheck(source, { matched: [0], extra: [aTrack(9, { id: 'x' }), aTrack(9, { id: 'x' })] });
const track = aTrack(1);

describe('the comparison after a step', () => {
  it('pairs an added track with what landed', () => {
    const added = [{ ...track, targetId: 'new', matchType: 'isrc' as const, sourceIndex: 0 }];
    const next = applyAdded(answer, track, anOutcome({ added }));
    expect(next.sourceOnly).toEqual([]);
    expect(next.matchedTracks.at(-1)).toMatchObject({ sourcePosition: 1, targetTrackId: 'new', targetPosition: 3 });
    expect(next.targetPlaylist?.track_count).toBe(4);
  });

  it('stays as it is when the track failed', () => {
    const failed = [{ ...track, reason: 'not_in_storefront' as const, message: '', sourceIndex: 0 }];
    expect(applyAdded(answer, track, anOutcome({ failed }))).toBe(answer);
  });

  it('loses one entry; another copy stays and what stood behind moves up', () => {
    const next = applyRemoved(answer, 1);
    expect(next.targetOnly.map(({ id, position }) => [id, position])).toEqual([['x', 1]]);
    expect(next.targetTracks.map(({ position }) => position)).toEqual([0, 1]);
    expect(next.targetPlaylist?.track_count).toBe(2);
    expect(applyRemoved(answer, 0).targetTracks.map(({ id }) => id)).toEqual(['x', 'x']);
  });
});

import { CARD_COVER, ROW_COVER } from '../cover-edges.js';
import { coverOf } from './cover.js';

const image = (edge: number | null) => ({ url: `https://i.scdn.test/${edge}`, width: edge, height: edge });
const SPOTIFYS = [640, 300, 64].map(image);

describe('the cover that is chosen from those Spotify has', () => {
  it('is the one of 64 px in a row, the one of 300 px on a card', () => {
    expect(coverOf(SPOTIFYS, ROW_COVER)).toBe('https://i.scdn.test/64');
    expect(coverOf(SPOTIFYS, CARD_COVER)).toBe('https://i.scdn.test/300');
  });

  it('is the first, which is the largest, when none is known to be large enough', () => {
    expect(coverOf([image(null)], ROW_COVER)).toBe('https://i.scdn.test/null');
    expect(coverOf([image(200), image(64)], CARD_COVER)).toBe('https://i.scdn.test/200');
  });

  it('is none when there is none', () => {
    expect(coverOf([], ROW_COVER)).toBeNull();
  });
});

import { AT_REST, isHurried, nextPace, type Pace } from './pace.js';

const WINDOW = 900;
const after = (...offsets: number[]): Pace =>
  offsets.reduce((pace, offset) => nextPace(pace, offset, WINDOW, true), AT_REST);

describe('a list that is scrolled', () => {
  it('is in a hurry from its second jump by more than a window on, in either direction', () => {
    expect(isHurried(after(5_000))).toBe(false);
    expect(isHurried(after(5_000, 10_000))).toBe(true);
    expect(isHurried(after(10_000, 5_000, 0))).toBe(true);
  });

  it('is in no hurry while page follows page', () => {
    expect(isHurried(after(800, 1_600, 2_400, 3_200))).toBe(false);
  });

  it('is in no hurry any more once it slows down or comes to rest', () => {
    const hurried = after(5_000, 10_000, 15_000);
    expect(isHurried(nextPace(hurried, 15_400, WINDOW, true))).toBe(false);
    expect(isHurried(nextPace(hurried, 20_000, WINDOW, false))).toBe(false);
  });
});

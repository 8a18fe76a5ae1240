import { motionOf } from './motion.js';

const FRAME_MS = 1_000 / 60;
const framesAfter = (...pausesMs: number[]) => {
  let atMs = 100;
  return [atMs, ...pausesMs.map((ms) => (atMs += ms))];
};
const recording = (frames: number[], longTasksMs: number[] = []) => ({ frames, longTasksMs, mostRows: 40 });

describe('a motion', () => {
  it('is smooth when every frame comes in time', () => {
    const motion = motionOf('wheel', recording(framesAfter(...Array<number>(60).fill(FRAME_MS))), 120);
    expect(motion).toMatchObject({ seconds: 1, framesPerSecond: 60, lateShare: 0, lostShare: 0 });
    expect(motion.mainThreadMsPerFrame).toBe(2);
  });

  it('counts late frames and long tasks', () => {
    const motion = motionOf('wheel', recording(framesAfter(16, 30, 50, 16), [90, 55]), 100);
    expect(motion).toMatchObject({ lateShare: 50, lostShare: 25, longTasks: 2, longestTaskMs: 90 });
  });
});

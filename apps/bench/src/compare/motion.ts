import type { Recording } from './in-page.js';

/** A frame at 60 Hz lasts 16.7 ms: after this many ms without the next one, one has been missed. */
const LATE_MS = 25;
/** Two frames long. */
const LOST_MS = 33.4;

/** How smoothly something moved. */
export interface Motion {
  what: string;
  seconds: number;
  framesPerSecond: number;
  /** Percent of the frames that came after more than 25 ms. */
  lateShare: number;
  /** Percent of the frames that came after more than 33 ms. */
  lostShare: number;
  /** Tasks of more than 50 ms. */
  longTasks: number;
  longestTaskMs: number;
  mainThreadMsPerFrame: number;
  mostRows: number;
}

export function motionOf(what: string, { frames, longTasksMs, mostRows }: Recording, busyMs: number): Motion {
  const pauses = frames.slice(1).map((atMs, i) => atMs - (frames[i] ?? atMs));
  const totalMs = pauses.reduce((sum, ms) => sum + ms, 0);
  const shareOver = (limitMs: number) => tenths((100 * pauses.filter((ms) => ms > limitMs).length) / pauses.length);
  return {
    what,
    seconds: tenths(totalMs / 1_000),
    framesPerSecond: tenths((1_000 * pauses.length) / totalMs),
    lateShare: shareOver(LATE_MS),
    lostShare: shareOver(LOST_MS),
    longTasks: longTasksMs.length,
    longestTaskMs: Math.round(Math.max(0, ...longTasksMs)),
    mainThreadMsPerFrame: tenths(busyMs / pauses.length),
    mostRows,
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

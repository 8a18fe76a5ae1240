/** Time as the platform layer sees it, so that tests turn the hands themselves. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A number from 0 (included) to 1 (excluded). */
export type RandomSource = () => number;

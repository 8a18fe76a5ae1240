/** Time and waiting as the platform layer sees them, so that tests turn the hands themselves. */
export abstract class Timing {
  /** Milliseconds since 1970. */
  abstract now(): number;
  abstract sleep(ms: number): Promise<void>;
}

export class SystemTiming extends Timing {
  now(): number {
    return Date.now();
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}

/** A number from 0 (included) to 1 (excluded). */
export type RandomSource = () => number;

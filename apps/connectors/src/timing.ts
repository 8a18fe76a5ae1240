/** Time and waiting as the platform layer sees them, so that tests turn the hands themselves. */
export abstract class Timing {
  /** Milliseconds since 1970. */
  abstract now(): number;
  /** @param wake ends the sleep early. */
  abstract sleep(ms: number, wake?: AbortSignal): Promise<void>;
}

export class SystemTiming extends Timing {
  now(): number {
    return Date.now();
  }

  sleep(ms: number, wake?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake?.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** A number from 0 (included) to 1 (excluded). */
export type RandomSource = () => number;

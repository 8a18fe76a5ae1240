/** One repeat for so many calls, see https://sre.google/sre-book/handling-overload/ */
const CALLS_PER_RETRY = 10;
/** Saved up at most: a short disturbance is repeated in full, whatever was called before. */
const MOST_SAVED = 20;

/**
 * Keeps repeats to a tenth of the calls. Without it a platform in trouble gets three times as many calls as one in health,
 * just when it can take fewer.
 */
export class RetryBudget {
  /** In calls, so that it stays a whole number. */
  private saved = MOST_SAVED * CALLS_PER_RETRY;

  /** A call was made. */
  earn(): void {
    this.saved = Math.min(MOST_SAVED * CALLS_PER_RETRY, this.saved + 1);
  }

  /** Whether a call may be repeated. */
  take(): boolean {
    if (this.saved < CALLS_PER_RETRY) return false;
    this.saved -= CALLS_PER_RETRY;
    return true;
  }
}

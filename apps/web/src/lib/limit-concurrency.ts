/** Runs at most `limit` of the given tasks at a time; the others wait their turn. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: Array<() => void> = [];

  return async (task) => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start));
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

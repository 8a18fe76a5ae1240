export interface RandomSource {
  /** From 0 to just under 1. */
  next(): number;
  /** A whole number from 0 to just under `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Repeatable randomness (mulberry32): the same seed makes the same lists on every machine. */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

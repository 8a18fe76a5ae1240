import type { TwoLists } from './lists.js';

/** Equal codes and nothing else: the fastest there can be, blind to every other code and to wrong ones. */
export function joinByIsrc({ source, target }: TwoLists): number {
  const waiting = new Map<string, number>();
  for (const { isrc } of target) if (isrc !== null) waiting.set(isrc, (waiting.get(isrc) ?? 0) + 1);
  let pairs = 0;
  for (const { isrc } of source) {
    const left = isrc === null ? 0 : (waiting.get(isrc) ?? 0);
    if (isrc === null || left === 0) continue;
    waiting.set(isrc, left - 1);
    pairs += 1;
  }
  return pairs;
}

const NEAR_MS = 2000;

/**
 * Every source track against every open target track until one fits, as open-source tools do it (the shape of
 * spotify_to_tidal's `sync.py`: equal code, or length, title and artist near enough).
 */
export function scanNested({ source, target }: TwoLists): number {
  const open = new Set(target);
  let pairs = 0;
  for (const track of source) {
    const title = track.name.toLowerCase();
    const artist = (track.artists[0] ?? '').toLowerCase();
    for (const other of open) {
      const fits =
        (track.isrc !== null && track.isrc === other.isrc) ||
        (Math.abs((track.durationMs ?? 0) - (other.durationMs ?? 0)) < NEAR_MS &&
          other.name.toLowerCase() === title &&
          (other.artists[0] ?? '').toLowerCase().includes(artist));
      if (!fits) continue;
      open.delete(other);
      pairs += 1;
      break;
    }
  }
  return pairs;
}

import { readStored, STORAGE, writeStored } from '../../lib/storage.js';

const keyOf = (pair: string) => STORAGE.ignoredPrefix + pair;

/** Ids of target tracks the member does not want to be reminded of, for one pair of playlists. */
export function readIgnored(pair: string): ReadonlySet<string> {
  const stored = readStored(keyOf(pair));
  return new Set(Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []);
}

export const writeIgnored = (pair: string, ids: ReadonlySet<string>): void => writeStored(keyOf(pair), [...ids]);

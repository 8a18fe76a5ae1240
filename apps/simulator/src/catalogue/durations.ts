import { derivedNumber } from '../chance.js';
import { normaliseIsrc, type Song } from './song.js';

const SHORTEST_MS = 150_000;
const SPREAD_MS = 120_000;

/**
 * Gives every row without a length one, in place. Both platforms always answer a length, but the origins of a third of
 * our rows do not know it, and leaving the field out would be a shape no platform has.
 *
 * The length belongs to the recording, never to the row, so that all rows of it agree on both platforms: rows that stand
 * next to each other (a Spotify row and the Apple rows behind it) or share an ISRC are one recording here. A length known
 * for one of its rows goes to all others; only where none is known it is derived from the recording's first row, as
 * whole seconds between 2:30 and 4:30. It is made up and good for nothing but agreeing with itself.
 */
export function fillDurations(songs: Song[]): void {
  const recordings = groupRecordings(songs);
  const known = new Map<number, number>();
  songs.forEach((song, index) => {
    const recording = recordings[index] ?? index;
    if (song.durationMs !== null && !known.has(recording)) known.set(recording, song.durationMs);
  });
  songs.forEach((song, index) => {
    const recording = recordings[index] ?? index;
    song.durationMs ??= known.get(recording) ?? inventedMs(songs[recording] ?? song);
  });
}

/** For a song loaded alone: by its code, or by its text, so that its twin on the other platform comes out the same. */
export const inventedMs = (song: Song): number =>
  SHORTEST_MS +
  Math.floor(derivedNumber(SPREAD_MS, song.isrc ? normaliseIsrc(song.isrc) : recordingText(song)) / 1000) * 1000;

const recordingText = (song: Song): string => `${song.name}\n${song.artists[0] ?? ''}`.toLowerCase();

/** For each row the index of the first row of its recording. */
function groupRecordings(songs: Song[]): number[] {
  const leader = songs.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    for (let above = leader[at]; above !== undefined && above !== at; above = leader[at]) at = above;
    leader[index] = at;
    return at;
  };
  const join = (left: number, right: number): void => {
    const [first, second] = [find(left), find(right)];
    leader[Math.max(first, second)] = Math.min(first, second);
  };
  const firstByIsrc = new Map<string, number>();
  songs.forEach((song, index) => {
    if (song.platform === 'apple' && index > 0) join(index - 1, index);
    if (song.isrc === null) return;
    const isrc = normaliseIsrc(song.isrc);
    const first = firstByIsrc.get(isrc);
    if (first === undefined) firstByIsrc.set(isrc, index);
    else join(first, index);
  });
  return songs.map((_, index) => find(index));
}

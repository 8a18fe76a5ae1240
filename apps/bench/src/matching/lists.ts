import type { MatchableTrack } from '@segue/matching';
import { type RandomSource, seededRandom } from '../random.js';

const WORDS =
  'love night dance tears blue moon fire water heart road summer rain city light gold river dream star wild home';
const NOTES = [' - 2011 Remaster', ' (feat. Some One)', ' (Live at Wembley)', ' - Radio Edit'];

/** Share of the source that stands in the target too. */
export const MATCHED_SHARE = 0.95;
/** Of those, how many carry another code there and have to be told by text and length. */
const OTHER_CODE_SHARE = 0.05;
const NOTE_SHARE = 0.2;

export interface TwoLists {
  source: MatchableTrack[];
  target: MatchableTrack[];
}

/** Two made playlists as Spotify and Apple Music would list them, the second in another order. */
export function twoLists(length: number): TwoLists {
  const random = seededRandom(length);
  const words = WORDS.split(' ');
  const source = Array.from({ length }, (_, n) => madeTrack(n, words, random));
  const target = source.filter(() => random.next() < MATCHED_SHARE).map((track) => onTheOtherSide(track, random));
  return { source, target: shuffled(target, random) };
}

function madeTrack(n: number, words: readonly string[], random: RandomSource): MatchableTrack {
  const note = random.next() < NOTE_SHARE ? random.pick(NOTES) : '';
  return {
    ids: [`spotify:${n}`],
    isrc: `USSGE${String(n).padStart(7, '0')}`,
    name: `${random.pick(words)} ${random.pick(words)} ${n}${note}`,
    artists: [`The ${random.pick(words)} ${n % 4000}`, ...(random.next() < 0.2 ? [`Guest ${n % 300}`] : [])],
    album: `${random.pick(words)} ${n % 9000}`,
    durationMs: 150_000 + random.below(200_000),
    explicit: random.next() < 0.1,
  };
}

function onTheOtherSide(track: MatchableTrack, random: RandomSource): MatchableTrack {
  const isrc = random.next() < OTHER_CODE_SHARE ? (track.isrc?.replace('SGE', 'XYZ') ?? null) : track.isrc;
  return {
    ...track,
    ids: [`apple:${track.isrc}`],
    isrc,
    artists: [track.artists.join(' & ')],
    durationMs: (track.durationMs ?? 0) + random.below(400),
  };
}

function shuffled<T>(list: readonly T[], random: RandomSource): T[] {
  const result = [...list];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}

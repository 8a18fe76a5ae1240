import { type MatchableTrack, type ParsedTrack, trackParser } from './track.js';
import { judge, type RecordingOf, type Tier, type Verdict } from './verdict.js';

export interface MatchedPair {
  sourceIndex: number;
  targetIndex: number;
  tier: Tier;
  /** Sentences a person can check. */
  evidence: string[];
}

export interface PlaylistMatch {
  /** In source order. */
  pairs: MatchedPair[];
  sourceOnly: number[];
  targetOnly: number[];
}

/** Most partners of one title and length looked at: equal ones beyond this are ambiguous anyway. */
const MAX_PROBES = 32;
/** The widest length difference `judge` accepts without a shared code. */
const WIDEST_TEXT_TOLERANCE_MS = 4000;

/**
 * Pairs two playlists one to one: a song twice in the source needs two in the target. Tiers run in order, so that
 * weak evidence never takes a partner from strong evidence. Linear in tracks and bucket sizes; pure.
 */
export function matchPlaylists(
  source: readonly MatchableTrack[],
  target: readonly MatchableTrack[],
  recordingOf: RecordingOf = () => null,
): PlaylistMatch {
  const parse = trackParser();
  const [sourceOrder, targetOrder] = [canonicalOrder(source), canonicalOrder(target)];
  const inOrder = (tracks: readonly MatchableTrack[], order: readonly number[]) =>
    order.map((index) => parse(tracks[index] as MatchableTrack));
  const matching = new Matching(inOrder(source, sourceOrder), inOrder(target, targetOrder), recordingOf);
  matching.pairByKeys((track) => track.ids);
  matching.pairByKeys((track) => (track.isrc === null ? [] : [track.isrc]));
  matching.pairByKeys((track) => knownRecording(track, recordingOf));
  matching.pairByText();
  return inPlaces(matching.result(), sourceOrder, targetOrder);
}

/**
 * The places of a list in an order that its content alone decides. Sameness is not transitive where something is not
 * known, so whoever comes first may take another's partner; like this two runs over the same songs agree, however the
 * lists are sorted. Equal tracks stay in the order of their places.
 */
function canonicalOrder(tracks: readonly MatchableTrack[]): number[] {
  const order = tracks.map((_, index) => index);
  return order.sort((a, b) => compareContent(tracks[a] as MatchableTrack, tracks[b] as MatchableTrack) || a - b);
}

function compareContent(a: MatchableTrack, b: MatchableTrack): number {
  return (
    compare(a.isrc ?? '', b.isrc ?? '') ||
    compare(a.name, b.name) ||
    compare(a.durationMs ?? -1, b.durationMs ?? -1) ||
    compare(Number(a.explicit ?? -1), Number(b.explicit ?? -1)) ||
    compare(a.album ?? '', b.album ?? '') ||
    compare(a.artists.join('\n'), b.artists.join('\n')) ||
    compare(a.ids?.join('\n') ?? '', b.ids?.join('\n') ?? '')
  );
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

function inPlaces(match: PlaylistMatch, sourceOrder: readonly number[], targetOrder: readonly number[]): PlaylistMatch {
  const placesOf = (indexes: readonly number[], order: readonly number[]) =>
    indexes.map((index) => order[index] as number).sort((a, b) => a - b);
  const pairs = match.pairs.map((pair) => ({
    ...pair,
    sourceIndex: sourceOrder[pair.sourceIndex] as number,
    targetIndex: targetOrder[pair.targetIndex] as number,
  }));
  return {
    pairs: pairs.sort((a, b) => a.sourceIndex - b.sourceIndex),
    sourceOnly: placesOf(match.sourceOnly, sourceOrder),
    targetOnly: placesOf(match.targetOnly, targetOrder),
  };
}

function knownRecording({ isrc }: ParsedTrack, recordingOf: RecordingOf): string[] {
  const recording = isrc === null ? null : recordingOf(isrc);
  return recording === null ? [] : [recording];
}

class Matching {
  private readonly partnerOfSource: Array<MatchedPair | undefined>;
  private readonly targetTaken: boolean[];

  constructor(
    private readonly source: readonly ParsedTrack[],
    private readonly target: readonly ParsedTrack[],
    private readonly recordingOf: RecordingOf,
  ) {
    this.partnerOfSource = new Array<MatchedPair | undefined>(source.length);
    this.targetTaken = new Array<boolean>(target.length).fill(false);
  }

  /** Pairs tracks that share a key and are not contradicted, in their order. */
  pairByKeys(keysOf: (track: ParsedTrack) => readonly string[]): void {
    const waiting = new Map<string, number[]>();
    this.openTargets().forEach((index) => {
      for (const key of keysOf(this.targetAt(index))) append(waiting, key, index);
    });
    for (const sourceIndex of this.openSources()) {
      for (const key of keysOf(this.sourceAt(sourceIndex))) {
        if (this.takeFirst(sourceIndex, waiting.get(key) ?? [])) break;
      }
    }
  }

  /** Pairs what is left by title, artists, flag and length. Does not choose where several recordings would do. */
  pairByText(): void {
    const buckets = new Map<string, number[]>();
    for (const index of this.openTargets()) append(buckets, textBucket(this.targetAt(index)), index);
    const lengthAt = (index: number) => this.targetAt(index).durationMs ?? Infinity;
    for (const bucket of buckets.values()) bucket.sort((a, b) => lengthAt(a) - lengthAt(b) || a - b);
    for (const sourceIndex of this.openSources()) {
      const track = this.sourceAt(sourceIndex);
      const bucket = buckets.get(textBucket(track));
      if (!bucket || track.durationMs === null) continue;
      const near = this.nearLength(bucket, track.durationMs, lengthAt);
      const accepted = near.flatMap((index) => {
        const verdict = this.judge(sourceIndex, index);
        return verdict.same ? [{ index, verdict }] : [];
      });
      if (
        isOneRecording(
          accepted.map(({ index }) => this.targetAt(index)),
          this.recordingOf,
        )
      ) {
        const free = accepted.filter(({ index }) => !this.targetTaken[index]);
        const best = free.sort(
          (a, b) => this.apart(sourceIndex, a.index) - this.apart(sourceIndex, b.index) || a.index - b.index,
        )[0];
        if (best) this.take(sourceIndex, best.index, best.verdict);
      }
    }
  }

  result(): PlaylistMatch {
    const pairs = this.partnerOfSource.filter((pair): pair is MatchedPair => pair !== undefined);
    return { pairs, sourceOnly: this.openSources(), targetOnly: this.openTargets() };
  }

  /** The part of a bucket sorted by length that lies within reach of `durationMs`. */
  private nearLength(bucket: readonly number[], durationMs: number, lengthAt: (index: number) => number): number[] {
    let low = 0;
    for (let high = bucket.length; low < high;) {
      const middle = (low + high) >> 1;
      if (lengthAt(bucket[middle] as number) < durationMs - WIDEST_TEXT_TOLERANCE_MS) low = middle + 1;
      else high = middle;
    }
    const near: number[] = [];
    for (let i = low; i < bucket.length && near.length < MAX_PROBES; i += 1) {
      const index = bucket[i] as number;
      if (lengthAt(index) > durationMs + WIDEST_TEXT_TOLERANCE_MS) break;
      near.push(index);
    }
    return near;
  }

  private takeFirst(sourceIndex: number, candidates: readonly number[]): boolean {
    for (const targetIndex of candidates) {
      if (this.targetTaken[targetIndex]) continue;
      const verdict = this.judge(sourceIndex, targetIndex);
      if (!verdict.same) continue;
      this.take(sourceIndex, targetIndex, verdict);
      return true;
    }
    return false;
  }

  private take(sourceIndex: number, targetIndex: number, { tier, evidence }: Extract<Verdict, { same: true }>): void {
    this.partnerOfSource[sourceIndex] = { sourceIndex, targetIndex, tier, evidence };
    this.targetTaken[targetIndex] = true;
  }

  private judge(sourceIndex: number, targetIndex: number): Verdict {
    return judge(this.sourceAt(sourceIndex), this.targetAt(targetIndex), this.recordingOf);
  }

  private apart(sourceIndex: number, targetIndex: number): number {
    return Math.abs((this.sourceAt(sourceIndex).durationMs ?? 0) - (this.targetAt(targetIndex).durationMs ?? 0));
  }

  private openSources(): number[] {
    return indexesWhere(this.source, (index) => this.partnerOfSource[index] === undefined);
  }

  private openTargets(): number[] {
    return indexesWhere(this.target, (index) => !this.targetTaken[index]);
  }

  private sourceAt(index: number): ParsedTrack {
    return this.source[index] as ParsedTrack;
  }

  private targetAt(index: number): ParsedTrack {
    return this.target[index] as ParsedTrack;
  }
}

const textBucket = ({ title }: ParsedTrack): string => `${title.core}\n${title.signature}\n${title.subtitle}`;

function indexesWhere(list: readonly unknown[], holds: (index: number) => boolean): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < list.length; index += 1) if (holds(index)) indexes.push(index);
  return indexes;
}

function append(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list) list.push(index);
  else map.set(key, [index]);
}

/** Whether all of these may be copies of one recording: no two different codes that are not known to be the same. */
export function isOneRecording(tracks: readonly ParsedTrack[], recordingOf: RecordingOf): boolean {
  const recordings = new Set(tracks.flatMap(({ isrc }) => (isrc === null ? [] : [recordingOf(isrc) ?? isrc])));
  return recordings.size <= 1;
}

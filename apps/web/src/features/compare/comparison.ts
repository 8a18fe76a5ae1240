import type { Track } from '@segue/contracts';
import type { Availability, CheckAnswer, SourceOnlyTrack } from './api.js';

/** The nearest of the songs that are not certainly the same. */
export type Alternative = Extract<Availability, { state: 'other_version' }>['alternative'];

/** What a member can do with a source track that has no partner. */
export type SourceState =
  | { state: 'checking' }
  | { state: 'addable' }
  | { state: 'unavailable'; message: string; retry: boolean; alternative?: Alternative }
  | { state: 'unknown'; message: string };

export type Row =
  | {
      kind: 'pair';
      key: string;
      source: Track;
      target: Track;
      fallback: boolean;
      evidence: readonly string[];
    }
  | { kind: 'source'; key: string; track: SourceOnlyTrack; source: Track; state: SourceState }
  | { kind: 'target'; key: string; target: Track; ignored: boolean };

export interface Comparison {
  /** In the source's order: pairs and source-only tracks as the playlist plays. */
  sourceRows: Row[];
  /** Extra tracks on the target that are not ignored. */
  extraRows: Row[];
  ignoredRows: Row[];
  matched: number;
  sourceCount: number;
}

export interface ComparisonInput {
  sourceTracks: readonly Track[];
  answer: CheckAnswer;
  availabilityOf: (track: SourceOnlyTrack) => Availability | undefined;
  hasFailedBefore: (track: SourceOnlyTrack) => boolean;
  ignored: ReadonlySet<string>;
  targetName: string;
}

/** Everything the screen shows, from what is known now. Pure, so that it is drawn anew after each step. */
export function compare(input: ComparisonInput): Comparison {
  const { answer, sourceTracks } = input;
  const sourceAt = new Map(sourceTracks.map((track, i) => [track.position ?? i, track]));
  const targetAt = new Map(answer.targetTracks.map((track, i) => [track.position ?? i, track]));

  const placed: Array<{ place: number; row: Row }> = [];
  for (const match of answer.matchedTracks) {
    const source = sourceAt.get(match.sourcePosition);
    const target = targetAt.get(match.targetPosition);
    if (source === undefined || target === undefined) continue;
    const row: Row = {
      kind: 'pair',
      key: `s${match.sourcePosition}`,
      source,
      target,
      fallback: match.matchType === 'fallback',
      evidence: match.evidence,
    };
    placed.push({ place: match.sourcePosition, row });
  }
  for (const track of answer.sourceOnly) {
    const source = sourceAt.get(track.position) ?? fromRequest(track);
    const row: Row = { kind: 'source', key: `s${track.position}`, track, source, state: stateOf(track, input) };
    placed.push({ place: track.position, row });
  }
  placed.sort((a, b) => a.place - b.place);

  const extras = answer.targetOnly.map((target): Row & { kind: 'target' } => ({
    kind: 'target',
    key: `t${target.position}`,
    target,
    ignored: input.ignored.has(target.id),
  }));
  return {
    sourceRows: placed.map(({ row }) => row),
    extraRows: extras.filter((row) => !row.ignored),
    ignoredRows: extras.filter((row) => row.ignored),
    matched: answer.matchedTracks.length,
    sourceCount: answer.matchedTracks.length + answer.sourceOnly.length,
  };
}

function stateOf(track: SourceOnlyTrack, input: ComparisonInput): SourceState {
  if (track.kind !== 'song') return { state: 'unavailable', message: KIND_REASONS[track.kind], retry: false };
  const known = input.availabilityOf(track);
  const failed = input.hasFailedBefore(track);
  if (known?.state === 'other_version') {
    return { state: 'unavailable', message: known.message, retry: failed, alternative: known.alternative };
  }
  if (known?.state === 'unavailable') return { state: 'unavailable', message: known.message, retry: failed };
  if (failed) {
    const message = `It could not be found on ${input.targetName} when it was last tried.`;
    return { state: 'unavailable', message, retry: true };
  }
  if (known === undefined) return { state: 'checking' };
  if (known.state === 'unknown') return { state: 'unknown', message: known.message };
  return { state: 'addable' };
}

/** Why an entry that is not a song cannot be moved. */
const KIND_REASONS: Record<Exclude<Track['kind'], 'song'>, string> = {
  local: 'A local file: it exists only on your own devices.',
  episode: 'A podcast episode: playlists of the other platform hold songs only.',
  video: 'A music video: only songs can be moved.',
  gone: 'An empty place: the platform no longer has what was here.',
};

const fromRequest = (track: SourceOnlyTrack): Track => ({
  ...track,
  id: track.id ?? '',
  artist: track.artist ?? track.artists?.join(', ') ?? '',
  artists: track.artists ?? [],
  cover_url: null,
  url: null,
  playable: null,
});

/** Rounded, but 100 only when nothing of the source is left over. An empty source is in step. */
export function percentMatched(matched: number, sourceCount: number): number {
  if (matched >= sourceCount) return 100;
  return Math.min(99, Math.round((matched / sourceCount) * 100));
}

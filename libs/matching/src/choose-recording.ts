import { artistsAgree } from './artists.js';
import { isOneRecording } from './match-playlists.js';
import { type MatchableTrack, type ParsedTrack, parseTrack } from './track.js';
import { judge, type RecordingOf, type Refusal, type Tier, type Verdict } from './verdict.js';

/** A song of the target's catalogue. */
export interface CandidateRecording extends MatchableTrack {
  id: string;
  /** Whether the member's storefront can play it; null = not known. */
  playable: boolean | null;
  albumType: 'album' | 'single' | 'ep' | 'compilation' | null;
  discNumber: number | null;
  trackNumber: number | null;
  releaseDate: string | null;
}

export type NotChosen = 'not_in_storefront' | 'no_isrc' | 'ambiguous' | 'version_conflict' | 'isrc_conflict';

export type Choice<C extends CandidateRecording> =
  { chosen: C; tier: Tier; evidence: string[] } | { chosen: null; reason: NotChosen; candidates: C[] };

/** How many alternatives a person is shown. */
const MOST_ALTERNATIVES = 5;
const ALBUM_TYPE_ORDER = ['album', 'single', 'ep', 'compilation', null] as const;

/**
 * Which of the candidates is the source's recording, if one certainly is. The same question always gets the same
 * answer: the order of the candidates does not matter.
 */
export function chooseRecording<C extends CandidateRecording>(
  source: MatchableTrack,
  candidates: readonly C[],
  recordingOf: RecordingOf = () => null,
): Choice<C> {
  const track = parseTrack(source);
  const judged = candidates.map((candidate) => {
    const parsed = parseTrack(candidate);
    return { candidate, parsed, verdict: judge(track, parsed, recordingOf) };
  });
  const playable = judged.filter(({ candidate }) => candidate.playable !== false);
  const accepted = playable.filter((entry): entry is Accepted<C> => entry.verdict.same);
  const best = accepted.length > 0 ? Math.min(...accepted.map(({ verdict }) => verdict.tier)) : null;
  const ofBestTier = accepted.filter(({ verdict }) => verdict.tier === best);
  const isCertain =
    best !== 3 ||
    isOneRecording(
      ofBestTier.map(({ parsed }) => parsed),
      recordingOf,
    );
  const [first] = ofBestTier.sort((a, b) => compareReleases(track, a, b));
  if (first && isCertain)
    return { chosen: first.candidate, tier: first.verdict.tier, evidence: first.verdict.evidence };
  const onlyOne = first ? null : onlyOneOfItsName(track, playable, recordingOf);
  if (onlyOne) return { chosen: onlyOne.candidate, tier: 3, evidence: TEXT_ALONE };
  const reason = first ? 'ambiguous' : whyNone(track, playable);
  const alternatives = playable.filter(({ verdict }) => verdict.same || !OTHER_SONGS.has(verdict.refusal));
  const shown = alternatives.sort((a, b) => compareReleases(track, a, b)).slice(0, MOST_ALTERNATIVES);
  return { chosen: null, reason, candidates: shown.map(({ candidate }) => candidate) };
}

interface Judged<C> {
  candidate: C;
  parsed: ParsedTrack;
  verdict: Verdict;
}
type Accepted<C> = Judged<C> & { verdict: Extract<Verdict, { same: true }> };

const OTHER_SONGS: ReadonlySet<Refusal> = new Set<Refusal>(['other-song', 'other-artist']);
const OTHER_VERSIONS: ReadonlySet<Refusal> = new Set<Refusal>([
  'other-version',
  'explicit-differs',
  'length-differs',
  'length-unknown',
]);

const TEXT_ALONE = ['the same title', 'the same artists', 'no other version found', 'neither length is known'];

/**
 * Two rows of bare text, as in lists that people type: neither says how long the song is, so `judge` refuses. They are
 * believed when they say equally much, all of it the same, and nothing else of that name by these artists is offered.
 * Where one row knows more than the other it may be a version the other cannot name, and nothing is chosen; platforms
 * always tell lengths, so what they list is never taken on its text alone.
 */
function onlyOneOfItsName<C extends CandidateRecording>(
  track: ParsedTrack,
  judged: ReadonlyArray<Judged<C>>,
  recordingOf: RecordingOf,
): Judged<C> | null {
  const ofThatName = judged.filter(
    ({ parsed }) => parsed.title.core === track.title.core && artistsAgree(parsed.credits, track.credits),
  );
  const saysTheSame = ({ verdict, parsed }: Judged<C>): boolean =>
    !verdict.same &&
    verdict.refusal === 'length-unknown' &&
    parsed.durationMs === track.durationMs &&
    parsed.explicit === track.explicit &&
    parsed.album === track.album &&
    parsed.credits.bag === track.credits.bag;
  const parsed = ofThatName.map((entry) => entry.parsed);
  if (!ofThatName.every(saysTheSame) || !isOneRecording(parsed, recordingOf)) return null;
  return [...ofThatName].sort((a, b) => compareReleases(track, a, b))[0] ?? null;
}

function whyNone<C>(track: ParsedTrack, judged: ReadonlyArray<Judged<C>>): NotChosen {
  const refusals = judged.flatMap(({ verdict }) => (verdict.same ? [] : [verdict.refusal]));
  if (refusals.includes('isrc-conflict')) return 'isrc_conflict';
  if (refusals.some((refusal) => OTHER_VERSIONS.has(refusal))) return 'version_conflict';
  return track.isrc === null ? 'no_isrc' : 'not_in_storefront';
}

/** A total order over releases of one recording, so that two runs choose the same one. */
function compareReleases<C extends CandidateRecording>(source: ParsedTrack, a: Judged<C>, b: Judged<C>): number {
  const rank = ({ candidate, parsed }: Judged<C>): number[] => [
    source.explicit !== null && parsed.explicit === source.explicit ? 0 : 1,
    source.album !== '' && parsed.album === source.album ? 0 : 1,
    ALBUM_TYPE_ORDER.indexOf(candidate.albumType),
    source.durationMs === null || parsed.durationMs === null ? 0 : Math.abs(parsed.durationMs - source.durationMs),
  ];
  const [ranksOfA, ranksOfB] = [rank(a), rank(b)];
  for (const [index, rankOfA] of ranksOfA.entries()) {
    const difference = rankOfA - (ranksOfB[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return (
    byText(a.candidate.releaseDate ?? '9999', b.candidate.releaseDate ?? '9999') ||
    byText(a.candidate.id, b.candidate.id)
  );
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

import { Injectable } from '@nestjs/common';
import {
  type FailureReason,
  findByIsrc,
  type LookupAnswer,
  type MatchType,
  type PlatformId,
  type Recording,
  type RequestedTrack,
  searchRecordings,
} from '@segue/contracts';
import { chooseRecording, normaliseIsrc, type NotChosen } from '@segue/matching';
import { type ActingUser, AppError, ServiceClient } from '@segue/service';
import { recordingToCandidate, requestedToMatchable } from '../compare/to-matchable.js';

/** The target's recording of a requested track, or why there is none. */
export type Resolution =
  | { recording: Recording; matchType: MatchType; evidence: string[] }
  | {
      recording: null;
      reason: FailureReason;
      /** The nearest of the songs that were not certain enough; null where none is near. */
      nearest: Recording | null;
      /** Other storefronts that are known to have it. */
      elsewhere: string[];
      /** When asking again is worth it; null where nothing failed, or nobody said. */
      retryAfterSeconds: number | null;
    };

export type NotFound = Extract<Resolution, { recording: null }>;

const none = (reason: FailureReason, given: Partial<NotFound> = {}): Resolution => ({
  recording: null,
  reason,
  nearest: null,
  elsewhere: [],
  retryAfterSeconds: null,
  ...given,
});

/** What a text search may still change: another release may be certain where the code's was not. */
const WORTH_SEARCHING: ReadonlySet<FailureReason> = new Set<NotChosen>([
  'not_in_storefront',
  'no_isrc',
  'isrc_conflict',
  'version_conflict',
]);
const PARALLEL_SEARCHES = 4;
const LONGEST_SEARCH_TEXT = 500;

/** Finds for each requested track the one recording of the target that is certainly the same. */
@Injectable()
export class ResolveService {
  constructor(private readonly client: ServiceClient) {}

  /** Aligned with `tracks`. One look-up for all codes, then at most one text search for each track still open. */
  async resolve(user: ActingUser, platform: PlatformId, tracks: readonly RequestedTrack[]): Promise<Resolution[]> {
    const answers = await this.lookUp(user, platform, tracks);
    const resolutions = new Array<Resolution>(tracks.length);
    const open = tracks.map((_, index) => index);
    const work = async () => {
      for (let index = open.shift(); index !== undefined; index = open.shift()) {
        resolutions[index] = await this.resolveOne(user, platform, tracks[index] as RequestedTrack, answers);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_SEARCHES }, work));
    return resolutions;
  }

  private async resolveOne(
    user: ActingUser,
    platform: PlatformId,
    track: RequestedTrack,
    answers: ReadonlyMap<string, LookupAnswer>,
  ): Promise<Resolution> {
    if (track.kind !== 'song') return none('not_a_song');
    const answer = answers.get(normaliseIsrc(track.isrc) ?? '');
    if (answer?.outcome === 'unknown') {
      const { reason, retryAfterSeconds } = answer;
      return none(reason === 'busy' ? 'platform_busy' : 'upstream_error', { retryAfterSeconds });
    }
    const known = answer?.outcome === 'found' ? answer.recordings : [];
    const byCode = choose(track, known);
    const isWorthSearching = byCode.recording === null && WORTH_SEARCHING.has(byCode.reason) && track.name !== '';
    const found = isWorthSearching ? await this.searchByText(user, platform, track, known) : byCode;
    return found.recording === null && answer?.outcome === 'absent' ? { ...found, elsewhere: answer.elsewhere } : found;
  }

  private async searchByText(
    user: ActingUser,
    platform: PlatformId,
    track: RequestedTrack,
    known: readonly Recording[],
  ): Promise<Resolution> {
    const { name, artists } = requestedToMatchable(track);
    try {
      const { recordings } = await this.client.call(searchRecordings, {
        params: { platform },
        userId: user._id,
        body: { title: name.slice(0, LONGEST_SEARCH_TEXT), artist: (artists[0] ?? '').slice(0, LONGEST_SEARCH_TEXT) },
      });
      return choose(track, [...known, ...recordings]);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 503) throw error;
      const retryAfterSeconds = error.retryAfterSeconds ?? null;
      return none(error.code === 'platform_busy' ? 'platform_busy' : 'upstream_error', { retryAfterSeconds });
    }
  }

  private async lookUp(
    user: ActingUser,
    platform: PlatformId,
    tracks: readonly RequestedTrack[],
  ): Promise<Map<string, LookupAnswer>> {
    const codes = tracks.filter(({ kind }) => kind === 'song').map(({ isrc }) => normaliseIsrc(isrc));
    const isrcs = [...new Set(codes.filter((code): code is string => code !== null))];
    if (isrcs.length === 0) return new Map();
    const { answers } = await this.client.call(findByIsrc, { params: { platform }, userId: user._id, body: { isrcs } });
    return new Map(isrcs.flatMap((isrc, index) => (answers[index] ? [[isrc, answers[index]] as const] : [])));
  }
}

function choose(track: RequestedTrack, recordings: readonly Recording[]): Resolution {
  const distinct = [...new Map(recordings.map((recording) => [recording.id, recording])).values()];
  const choice = chooseRecording(requestedToMatchable(track), distinct.map(recordingToCandidate));
  if (choice.chosen === null) return none(choice.reason, { nearest: choice.candidates[0]?.recording ?? null });
  const { chosen, tier, evidence } = choice;
  return { recording: chosen.recording, matchType: tier <= 1 ? 'isrc' : 'fallback', evidence };
}

import { Injectable } from '@nestjs/common';
import type { LookupAnswer as ToldAnswer, PlatformId, Recording } from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { inBatches } from '../in-batches.js';
import { MemberCalls, type MemberCall } from '../connections/member-calls.js';
import { ANY_STOREFRONT, type LookupAnswer } from '../platforms/platform.js';
import { RecordingMemory, type Catalogue } from './recording-memory.js';
import { SearchMemory, type SearchWords } from './search-memory.js';

/** Learnt after so many look-ups, so that a long question that breaks off was not asked in vain. */
const LOOKUPS_PER_ROUND = 100;
/** Somebody waits for a short question; a long one is a job that lets others pass. */
const QUICK_QUESTION = 25;

/** Finds recordings: in our memory first, then at the platform, never twice at the same time. */
@Injectable()
export class RecordingsService {
  private readonly underWay = new Map<string, Promise<LookupAnswer>>();

  constructor(
    private readonly calls: MemberCalls,
    private readonly memory: RecordingMemory,
    private readonly searches: SearchMemory,
  ) {}

  /** Aligned with `isrcs`. */
  find(user: ActingUser, platformId: PlatformId, isrcs: readonly string[]): Promise<{ answers: ToldAnswer[] }> {
    const priority = isrcs.length <= QUICK_QUESTION ? 'interactive' : 'job';
    return this.calls.run(user._id, platformId, priority, async (call) => {
      const unique = [...new Set(isrcs)];
      const answers = await this.memory.recall(catalogueOf(call), unique);
      const missing = unique.filter((isrc) => !answers.has(isrc));
      for (const round of inBatches(missing, LOOKUPS_PER_ROUND)) {
        const found = await this.lookUp(call, round);
        round.forEach((isrc, index) => answers.set(isrc, found[index] ?? NOT_ANSWERED));
      }
      return { answers: await this.tell(catalogueOf(call), isrcs, answers) };
    });
  }

  search(user: ActingUser, platformId: PlatformId, words: SearchWords): Promise<{ recordings: Recording[] }> {
    return this.calls.run(user._id, platformId, 'interactive', async (call) => {
      const catalogue = catalogueOf(call);
      const known = await this.searches.recall(catalogue, words);
      if (known !== null) return { recordings: known };
      const recordings = await call.platform.search(call.access, words);
      await this.memory.learn(catalogue, recordings);
      await this.searches.remember(catalogue, words, recordings);
      return { recordings };
    });
  }

  /** Another member may be asking for some of them right now: their answer is ours too. */
  private lookUp(call: MemberCall, isrcs: readonly string[]): Promise<LookupAnswer[]> {
    const catalogue = catalogueOf(call);
    const keyOf = (isrc: string) => `${catalogue.platform} ${catalogue.storefront} ${isrc}`;
    const ours = isrcs.filter((isrc) => !this.underWay.has(keyOf(isrc)));
    const asking = this.ask(call, catalogue, ours);
    ours.forEach((isrc, index) => {
      const answer = asking.then((answers) => answers[index] ?? NOT_ANSWERED);
      // Whoever waits for it hears of a failure; nobody may be waiting.
      answer.catch(() => undefined);
      this.underWay.set(keyOf(isrc), answer);
    });
    const forget = () => ours.forEach((isrc) => this.underWay.delete(keyOf(isrc)));
    asking.then(forget, forget);
    return Promise.all(isrcs.map((isrc) => this.answerOf(keyOf(isrc), ours.includes(isrc))));
  }

  /** A failure of our own question is ours to throw; another member's (their consent has ended) is not. */
  private async answerOf(key: string, isOurs: boolean): Promise<LookupAnswer> {
    const answer = this.underWay.get(key) ?? Promise.resolve(NOT_ANSWERED);
    return isOurs ? answer : answer.catch(() => NOT_ANSWERED);
  }

  private async ask(
    { platform, access }: MemberCall,
    catalogue: Catalogue,
    isrcs: readonly string[],
  ): Promise<LookupAnswer[]> {
    if (isrcs.length === 0) return [];
    const answers = await platform.findByIsrcs(access, isrcs);
    if (platform.lookupMayMiss) await this.askAgain({ platform, access }, isrcs, answers);
    await this.memory.learnAnswers(catalogue, isrcs, answers);
    return answers;
  }

  /** Songs that were not found although we have seen them there are asked for once more; the others are believed. */
  private async askAgain(
    { platform, access }: Pick<MemberCall, 'platform' | 'access'>,
    isrcs: readonly string[],
    answers: LookupAnswer[],
  ): Promise<void> {
    const seen = await this.memory.seen(platform.id, absentAmong(isrcs, answers));
    const missed = isrcs.filter((isrc) => seen.has(isrc));
    if (missed.length === 0) return;
    const second = await platform.findByIsrcs(access, missed);
    missed.forEach((isrc, index) => (answers[isrcs.indexOf(isrc)] = second[index] ?? NOT_ANSWERED));
  }

  /** The answers in the order of the question; with an absence goes where else we know the song. */
  private async tell(
    { platform, storefront }: Catalogue,
    isrcs: readonly string[],
    answers: ReadonlyMap<string, LookupAnswer>,
  ): Promise<ToldAnswer[]> {
    const absent = [...answers].flatMap(([isrc, { outcome }]) => (outcome === 'absent' ? isrc : []));
    const seen = await this.memory.seen(platform, absent);
    return isrcs.map((isrc) => {
      const answer = answers.get(isrc) ?? NOT_ANSWERED;
      if (answer.outcome !== 'absent') return answer;
      const places = [...(seen.get(isrc)?.now ?? [])];
      const elsewhere = places.filter((place) => place !== storefront && place !== ANY_STOREFRONT).sort();
      return { outcome: 'absent', elsewhere };
    });
  }
}

const NOT_ANSWERED = { outcome: 'unknown', reason: 'failed', retryAfterSeconds: null } as const;

const absentAmong = (isrcs: readonly string[], answers: readonly LookupAnswer[]): string[] =>
  isrcs.filter((_, index) => answers[index]?.outcome === 'absent');

const catalogueOf = ({ platform, access }: MemberCall): Catalogue => ({
  platform: platform.id,
  storefront: access.storefront,
});

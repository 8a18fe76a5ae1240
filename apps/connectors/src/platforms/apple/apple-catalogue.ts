import type { Recording } from '@segue/contracts';
import { inBatches } from '../../in-batches.js';
import { normaliseIsrc } from '@segue/matching';
import type { LookupAnswer, MemberAccess } from '../platform.js';
import { unknownBecause } from '../unknown-because.js';
import { parseAnswer } from '../upstream.js';
import type { AppleCaller, AppleClient } from './apple-client.js';
import { AppleSearch, AppleSongs, type AppleSong } from './apple-shapes.js';
import { toRecording } from './to-track.js';

export const ISRCS_PER_LOOKUP = 25;
/** Apple documents 300, which gave 504s. */
const SONGS_PER_CALL = 200;
const SEARCH_HITS = 25;
const SEARCH_WORDS_MAX_CHARACTERS = 200;

/** Apple's public catalogue in the member's storefront. It needs our key alone. */
export class AppleCatalogue {
  constructor(private readonly client: AppleClient) {}

  async findByIsrcs(access: MemberAccess, isrcs: readonly string[]): Promise<LookupAnswer[]> {
    const answers = await Promise.all(
      inBatches(isrcs, ISRCS_PER_LOOKUP).map((batch) => this.lookUpBatch(access, batch)),
    );
    return answers.flat();
  }

  async search(access: MemberAccess, words: { title: string; artist: string }): Promise<Recording[]> {
    // A hyphen between title and artist finds less than a space.
    const term = `${words.title} ${words.artist}`.replace(/\s+/g, ' ').trim().slice(0, SEARCH_WORDS_MAX_CHARACTERS);
    if (term === '') return [];
    const answer = await this.client.call(publicly(access), {
      method: 'GET',
      path: `/catalog/${access.storefront}/search`,
      template: '/catalog/:storefront/search',
      query: { term, types: 'songs', limit: String(SEARCH_HITS) },
    });
    const { results } = parseAnswer(AppleSearch, answer, 'apple', 'GET /catalog/:storefront/search');
    return (results.songs?.data ?? []).filter((song) => song !== null).map((song) => toRecording(song, false));
  }

  /** Songs by catalogue id; ids the storefront does not know are not in the map. */
  async songs(access: MemberAccess, ids: readonly string[]): Promise<Map<string, AppleSong>> {
    const batches = inBatches([...new Set(ids)], SONGS_PER_CALL);
    const found = await Promise.all(batches.map((batch) => this.songsBy(access, { ids: batch.join(',') })));
    return new Map(found.flatMap(({ songs }) => songs.map((song) => [song.id, song] as const)));
  }

  private async lookUpBatch(access: MemberAccess, isrcs: readonly string[]): Promise<LookupAnswer[]> {
    try {
      const { songs, idsByIsrc } = await this.songsBy(access, { 'filter[isrc]': isrcs.join(',') });
      return isrcs.map((isrc) => {
        const ids = idsByIsrc.get(isrc);
        const recordings = songs
          .map((song) => toRecording(song, false))
          .filter((recording) => ids?.has(recording.id) ?? recording.isrc === isrc);
        return recordings.length > 0 ? { outcome: 'found' as const, recordings } : { outcome: 'absent' as const };
      });
    } catch (error) {
      const answer = unknownBecause(error);
      return isrcs.map(() => answer);
    }
  }

  private async songsBy(access: MemberAccess, query: Record<string, string>) {
    const answer = await this.client.call(publicly(access), {
      method: 'GET',
      path: `/catalog/${access.storefront}/songs`,
      template: '/catalog/:storefront/songs',
      query,
    });
    const { data, meta } = parseAnswer(AppleSongs, answer, 'apple', 'GET /catalog/:storefront/songs');
    return { songs: data.filter((song) => song !== null), idsByIsrc: idsByIsrc(meta?.filters?.isrc ?? {}) };
  }
}

/** Apple's own word on which song answers which ISRC. */
function idsByIsrc(filters: Readonly<Record<string, readonly { id: string }[]>>): Map<string, Set<string>> {
  return new Map(
    Object.entries(filters).flatMap(([written, songs]) => {
      const isrc = normaliseIsrc(written);
      return isrc === null ? [] : [[isrc, new Set(songs.map((song) => song.id))] as const];
    }),
  );
}

/** Without the member's token, but not without the member. */
export const publicly = (access: MemberAccess): AppleCaller => ({
  userId: access.userId,
  priority: access.priority,
  userToken: null,
  assertAllowed: () => access.assertConnected(),
});

import type { Capabilities, Playlist, Recording } from '@segue/contracts';
import type { HttpAnswer } from '../../http/http-client.js';
import { PlatformError, isPlatformError } from '../platform-error.js';
import type { LookupAnswer, MemberAccess, NewPlaylist, Platform, PlatformProfile, TrackPage } from '../platform.js';
import { readAhead } from '../read-ahead.js';
import { parseAnswer } from '../upstream.js';
import { ISRCS_PER_LOOKUP, publicly, type AppleCatalogue } from './apple-catalogue.js';
import { NO_RELATED_RESOURCES, type AppleCall, type AppleCaller, type AppleClient } from './apple-client.js';
import type { AppleConsent } from './apple.consent.js';
import { ApplePlaylistPage, ApplePlaylists, AppleRowPage, type AppleRow, type AppleSong } from './apple-shapes.js';
import { toPlaylist } from './to-playlist.js';
import { toReference } from './row-ids.js';
import { catalogueIdOf, includedSongOf, toPlaylistEntry } from './to-track.js';

const PAGE_SIZE = 100;
const PLAYLISTS = '/me/library/playlists';

/** Apple Music's documented API: it reads, creates and appends, and cannot remove. */
export class AppleConnector implements Platform {
  readonly id = 'apple';
  readonly tracksPerPage = PAGE_SIZE;
  readonly dropsSilently = true;
  readonly lookupMayMiss = false;
  readonly capabilities: Capabilities = {
    isrcsPerLookup: ISRCS_PER_LOOKUP,
    tracksPerAdd: 100,
    tracksPerPlaylist: null,
    removeTrack: 'rebuild',
    readsOwnedOnly: false,
    likedSongs: false,
  };

  constructor(
    private readonly client: AppleClient,
    private readonly catalogue: AppleCatalogue,
    readonly consent: AppleConsent,
  ) {}

  async profile(access: MemberAccess): Promise<PlatformProfile> {
    return this.consent.profile(await callerOf(access));
  }

  async *playlists(access: MemberAccess): AsyncGenerator<readonly Playlist[]> {
    const pages = readAhead(async (offset) => {
      const query = { limit: String(PAGE_SIZE), offset: String(offset) };
      const page = await this.orEmpty(() => this.get(access, { path: PLAYLISTS, template: PLAYLISTS, query }));
      if (!page) return { total: null, hasMore: false, data: [] };
      const { data, next, meta } = parseAnswer(ApplePlaylistPage, page, 'apple', `GET ${PLAYLISTS}`);
      return { total: meta?.total ?? null, hasMore: next != null, data };
    }, PAGE_SIZE);
    for await (const { data } of pages) yield data.flatMap((playlist) => (playlist && toPlaylist(playlist)) ?? []);
  }

  async playlist(access: MemberAccess, playlistId: string): Promise<Playlist> {
    const answer = await this.get(access, playlistAt(playlistId));
    const [found] = parseAnswer(ApplePlaylists, answer, 'apple', `GET ${PLAYLISTS}/:id`).data;
    const playlist = found && toPlaylist(found);
    if (!playlist) throw new PlatformError('not-found', 'apple', { status: answer.status });
    return playlist;
  }

  async trackCount(access: MemberAccess, playlistId: string): Promise<number> {
    const call = tracksOf(playlistId, { limit: '1' });
    const answer = await this.orEmpty(() => this.get(access, call));
    if (!answer) return 0;
    const { meta, data } = parseAnswer(AppleRowPage, answer, 'apple', `GET ${call.template}`);
    return meta?.total ?? data.length;
  }

  tracks(access: MemberAccess, playlistId: string): AsyncGenerator<TrackPage> {
    return readAhead((offset) => this.trackPage(access, playlistId, offset), PAGE_SIZE);
  }

  async trackPage(access: MemberAccess, playlistId: string, offset: number): Promise<TrackPage> {
    // Library rows have no ISRC; it comes with the catalogue's song behind them.
    const query = { limit: String(PAGE_SIZE), offset: String(offset), include: 'catalog' };
    const call = tracksOf(playlistId, query);
    const answer = await this.orEmpty(() => this.get(access, call));
    if (!answer) return { total: offset === 0 ? 0 : null, hasMore: false, entries: [] };
    const { data, next, meta } = parseAnswer(AppleRowPage, answer, 'apple', `GET ${call.template}`);
    const songs = await this.songsBehind(access, data);
    const entries = data.map((row, index) => toPlaylistEntry(row, row && (songs.get(row) ?? null), offset + index));
    return { total: meta?.total ?? null, hasMore: next != null, entries };
  }

  likedTracks(): AsyncIterable<TrackPage> {
    throw new PlatformError('unsupported', 'apple');
  }

  async likedCount(): Promise<number> {
    throw new PlatformError('unsupported', 'apple');
  }

  findByIsrcs(access: MemberAccess, isrcs: readonly string[]): Promise<LookupAnswer[]> {
    return this.catalogue.findByIsrcs(access, isrcs);
  }

  search(access: MemberAccess, words: { title: string; artist: string }): Promise<Recording[]> {
    return this.catalogue.search(access, words);
  }

  async create(access: MemberAccess, { name, description }: NewPlaylist): Promise<Playlist> {
    const body = { attributes: { name, ...(description === '' ? {} : { description }) } };
    const call = { method: 'POST' as const, path: PLAYLISTS, template: PLAYLISTS, body };
    const answer = await this.client.call(await callerOf(access), call);
    const [created] = parseAnswer(ApplePlaylists, answer, 'apple', `POST ${PLAYLISTS}`).data;
    const playlist = created && toPlaylist({ ...created, attributes: { canEdit: true, name, ...created.attributes } });
    if (!playlist) throw new PlatformError('unavailable', 'apple', { status: answer.status });
    return { ...playlist, track_count: 0 };
  }

  async add(access: MemberAccess, playlistId: string, recordingIds: readonly string[]): Promise<void> {
    // Without its type Apple drops a song and answers as if all were well.
    const body = { data: recordingIds.map(toReference) };
    await this.client.call(await callerOf(access), { ...tracksOf(playlistId), method: 'POST', body });
  }

  /** Not in Apple's documented API; its own apps use a private host with keys that are not ours. */
  async remove(): Promise<void> {
    throw new PlatformError('unsupported', 'apple');
  }

  async insert(): Promise<void> {
    throw new PlatformError('unsupported', 'apple');
  }

  catalogueIdOf(id: string): string | null {
    const reference = toReference(id);
    return reference.type === 'songs' ? reference.id : null;
  }

  /** The catalogue's song behind each row: as it came with the page, else asked for by id. */
  private async songsBehind(
    access: MemberAccess,
    rows: readonly (AppleRow | null)[],
  ): Promise<ReadonlyMap<AppleRow, AppleSong>> {
    const present = rows.filter((row) => row !== null);
    const lacking = present.filter((row) => includedSongOf(row) === null).flatMap((row) => catalogueIdOf(row) ?? []);
    const asked = lacking.length > 0 ? await this.catalogue.songs(access, lacking) : new Map<string, AppleSong>();
    return new Map(
      present.flatMap((row) => {
        const song = includedSongOf(row) ?? asked.get(catalogueIdOf(row) ?? '');
        return song ? [[row, song] as const] : [];
      }),
    );
  }

  /** Apple says 404 of an empty list and of a page past its end; null then. A list that is not there has another code. */
  private async orEmpty(read: () => Promise<HttpAnswer>): Promise<HttpAnswer | null> {
    try {
      return await read();
    } catch (error) {
      if (isPlatformError(error, 'not-found') && error.facts.reason === NO_RELATED_RESOURCES) return null;
      throw error;
    }
  }

  private async get(access: MemberAccess, call: Omit<AppleCall, 'method'>): Promise<HttpAnswer> {
    return this.client.call(await callerOf(access), { ...call, method: 'GET' });
  }
}

async function callerOf(access: MemberAccess): Promise<AppleCaller> {
  return { ...publicly(access), userToken: await access.token() };
}

const playlistAt = (playlistId: string) => ({
  path: `${PLAYLISTS}/${encodeURIComponent(playlistId)}`,
  template: `${PLAYLISTS}/:id`,
});

const tracksOf = (playlistId: string, query?: Record<string, string>) => ({
  path: `${playlistAt(playlistId).path}/tracks`,
  template: `${PLAYLISTS}/:id/tracks`,
  query,
});

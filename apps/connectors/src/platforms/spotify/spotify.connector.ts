import type { Capabilities, Playlist, Recording } from '@segue/contracts';
import type { z } from 'zod';
import {
  ANY_STOREFRONT,
  type LookupAnswer,
  type MemberAccess,
  type NewPlaylist,
  type Platform,
  type PlatformProfile,
  type TrackPage,
} from '../platform.js';
import { normaliseIsrc } from '@segue/matching';
import { CARD_COVER } from '../cover-edges.js';
import { textOf } from '../foreign-values.js';
import { readAhead } from '../read-ahead.js';
import { parseAnswer } from '../upstream.js';
import { unknownBecause } from '../unknown-because.js';
import { coverOf } from './cover.js';
import type { SpotifyCall, SpotifyClient } from './spotify-client.js';
import type { SpotifyConsent } from './spotify.consent.js';
import {
  SpotifyEntryPage,
  SpotifyPlaylist,
  SpotifyPlaylistPage,
  SpotifyProfile,
  SpotifySearch,
  SpotifyTotal,
} from './spotify-shapes.js';
import { toPlaylist, type QuotaMode } from './to-playlist.js';
import { toPlaylistEntry, toRecording } from './to-track.js';

/** Lists answer 50 entries at most. */
const PAGE_SIZE = 50;
/** Development mode answers 10 hits of a search at most since February 2026. */
const SEARCH_HITS = 10;
/** Longer titles than this find nothing, and a filter holds one line. */
const SEARCH_WORDS_MAX_CHARACTERS = 100;

/** Spotify's Web API, in both quota modes. */
export class SpotifyConnector implements Platform {
  readonly id = 'spotify';
  readonly tracksPerPage = PAGE_SIZE;
  /** One bad address refuses its whole batch. */
  readonly dropsSilently = false;
  /** https://github.com/spotify/web-api/issues/1250 */
  readonly lookupMayMiss = true;
  readonly capabilities: Capabilities;

  constructor(
    private readonly client: SpotifyClient,
    readonly consent: SpotifyConsent,
    private readonly quotaMode: QuotaMode,
  ) {
    this.capabilities = {
      isrcsPerLookup: 1,
      tracksPerAdd: 100,
      tracksPerPlaylist: 10_000,
      removeTrack: 'all-copies',
      readsOwnedOnly: quotaMode === 'development',
      likedSongs: true,
    };
  }

  async profile(access: MemberAccess): Promise<PlatformProfile> {
    // Everybody may read their own profile; in development mode only if they are one of five listed test users.
    // https://developer.spotify.com/documentation/web-api/concepts/quota-modes
    const forbidden = this.quotaMode === 'development' ? ('not-listed' as const) : ('refused' as const);
    const me = await this.read(access, SpotifyProfile, { path: '/me', template: '/me', forbidden });
    return {
      accountId: me.account_id ?? me.id,
      ownerId: me.id,
      displayName: textOf(me.display_name || me.id),
      avatarUrl: coverOf(me.images, CARD_COVER),
      storefront: me.country ?? ANY_STOREFRONT,
    };
  }

  async *playlists(access: MemberAccess): AsyncGenerator<readonly Playlist[]> {
    const pages = readAhead(async (offset) => {
      const page = await this.read(access, SpotifyPlaylistPage, {
        path: '/me/playlists',
        template: '/me/playlists',
        query: { limit: String(PAGE_SIZE), offset: String(offset) },
      });
      return { ...page, hasMore: page.next != null };
    }, PAGE_SIZE);
    for await (const { items } of pages) {
      yield items.filter((item) => item !== null).map((item) => toPlaylist(item, access.ownerId, this.quotaMode));
    }
  }

  async playlist(access: MemberAccess, playlistId: string): Promise<Playlist> {
    // Both quota modes' names for the entries; unknown ones are ignored.
    const fields = 'id,name,description,images,owner,collaborative,external_urls,items.total,tracks.total';
    const playlist = await this.read(access, SpotifyPlaylist, {
      ...playlistAt(playlistId),
      query: { fields },
      forbidden: 'not-found',
    });
    return toPlaylist(playlist, access.ownerId, this.quotaMode);
  }

  async trackCount(access: MemberAccess, playlistId: string): Promise<number> {
    const call = itemsOf(playlistId, { limit: '1', offset: '0', fields: 'total' });
    return (await this.read(access, SpotifyTotal, call)).total;
  }

  tracks(access: MemberAccess, playlistId: string): AsyncGenerator<TrackPage> {
    return readAhead((offset) => this.trackPage(access, playlistId, offset), PAGE_SIZE);
  }

  async trackPage(access: MemberAccess, playlistId: string, offset: number): Promise<TrackPage> {
    // No `market`: with one, songs come back under relinked ids that the playlist does not hold.
    const query = { limit: String(PAGE_SIZE), offset: String(offset), additional_types: 'track,episode' };
    return this.entries(access, itemsOf(playlistId, query), offset);
  }

  likedTracks(access: MemberAccess): AsyncGenerator<TrackPage> {
    return readAhead((offset) => this.entries(access, liked(PAGE_SIZE, offset), offset), PAGE_SIZE);
  }

  async likedCount(access: MemberAccess): Promise<number> {
    return (await this.read(access, SpotifyTotal, liked(1, 0))).total;
  }

  async findByIsrcs(access: MemberAccess, isrcs: readonly string[]): Promise<LookupAnswer[]> {
    return Promise.all(isrcs.map((isrc) => this.findByIsrc(access, isrc)));
  }

  async search(access: MemberAccess, { title, artist }: { title: string; artist: string }): Promise<Recording[]> {
    const query = [filter('track', title), filter('artist', artist)].filter((part) => part !== '').join(' ');
    return query === '' ? [] : this.searchTracks(access, { q: query, limit: String(SEARCH_HITS) });
  }

  async create(access: MemberAccess, { name, description }: NewPlaylist): Promise<Playlist> {
    const call = { method: 'POST' as const, path: '/me/playlists', template: '/me/playlists' };
    // Spotify makes playlists public unless told otherwise, and refuses line breaks in descriptions.
    const body = { name, public: false, description: description.replace(/\s+/g, ' ').trim() };
    const answer = await this.client.call(access, { ...call, body });
    return toPlaylist(
      parseAnswer(SpotifyPlaylist, answer, 'spotify', 'POST /me/playlists'),
      access.ownerId,
      this.quotaMode,
    );
  }

  async add(access: MemberAccess, playlistId: string, recordingIds: readonly string[]): Promise<void> {
    const body = { uris: recordingIds.map(uriOf) };
    await this.client.call(access, { ...itemsOf(playlistId), method: 'POST', body, forbidden: 'read-only' });
  }

  async remove(access: MemberAccess, playlistId: string, trackId: string): Promise<void> {
    const body = { items: [{ uri: uriOf(trackId) }] };
    await this.client.call(access, { ...itemsOf(playlistId), method: 'DELETE', body, forbidden: 'read-only' });
  }

  async insert(access: MemberAccess, playlistId: string, trackId: string, position: number): Promise<void> {
    const body = { uris: [uriOf(trackId)], position };
    await this.client.call(access, { ...itemsOf(playlistId), method: 'POST', body, forbidden: 'read-only' });
  }

  catalogueIdOf(id: string): string {
    return id;
  }

  /** One ISRC per question: joined by OR Spotify answers nothing (web-api#1310), and with a `limit` it may answer 400. */
  private async findByIsrc(access: MemberAccess, isrc: string): Promise<LookupAnswer> {
    try {
      const hits = await this.searchTracks(access, { q: `isrc:${isrc}` });
      // A hit under another code is a wrong label in Spotify's index (web-api#2).
      const recordings = hits.filter((recording) => recording.isrc === normaliseIsrc(isrc));
      return recordings.length > 0 ? { outcome: 'found', recordings } : { outcome: 'absent' };
    } catch (error) {
      return unknownBecause(error);
    }
  }

  private async searchTracks(access: MemberAccess, query: Record<string, string>): Promise<Recording[]> {
    const call = { path: '/search', template: '/search', query: { ...query, type: 'track' } };
    const { tracks } = await this.read(access, SpotifySearch, call);
    return tracks.items.flatMap((item) => (item && toRecording(item)) ?? []);
  }

  private async entries(access: MemberAccess, call: Omit<SpotifyCall, 'method'>, offset: number): Promise<TrackPage> {
    const { items, total, next } = await this.read(access, SpotifyEntryPage, call);
    return {
      total,
      hasMore: next != null,
      entries: items.map((entry, index) => toPlaylistEntry(entry, offset + index)),
    };
  }

  private async read<T extends z.ZodType>(
    access: MemberAccess,
    schema: T,
    call: Omit<SpotifyCall, 'method'>,
  ): Promise<z.output<T>> {
    const answer = await this.client.call(access, { ...call, method: 'GET' });
    return parseAnswer(schema, answer, 'spotify', `GET ${call.template}`);
  }
}

const playlistAt = (playlistId: string) => ({
  path: `/playlists/${encodeURIComponent(playlistId)}`,
  template: '/playlists/:id',
});

/** Reading a playlist of somebody else is a 403 in development mode: for this member it is not there. */
const itemsOf = (playlistId: string, query?: Record<string, string>): Omit<SpotifyCall, 'method'> => ({
  path: `${playlistAt(playlistId).path}/items`,
  template: '/playlists/:id/items',
  query,
  forbidden: 'not-found',
});

const liked = (limit: number, offset: number): Omit<SpotifyCall, 'method'> => ({
  path: '/me/tracks',
  template: '/me/tracks',
  query: { limit: String(limit), offset: String(offset) },
});

/** Ids of episodes and local files are their addresses already. */
const uriOf = (id: string): string => (id.startsWith('spotify:') ? id : `spotify:track:${id}`);

/** A field filter of Spotify's search. Quotes and colons would end it early. */
function filter(field: 'track' | 'artist', words: string): string {
  const value = words.replace(/["':]/g, ' ').replace(/\s+/g, ' ').trim().slice(0, SEARCH_WORDS_MAX_CHARACTERS);
  return value === '' ? '' : `${field}:${value}`;
}

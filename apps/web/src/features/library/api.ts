import { likedCount, listPlaylists, PLAYLIST_CACHE_MS, type PlatformId, playlistTrackCount } from '@segue/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';
import { limitConcurrency } from '../../lib/limit-concurrency.js';
import { readLibraryCache, writeLibraryCache } from './library-cache.js';

/** Each count is a request of its own, and the platform counts them. */
const COUNTS_AT_ONCE = 3;
const inTurn = limitConcurrency(COUNTS_AT_ONCE);

/** An answer of just now is not asked for again: the screen may have asked before it could show it. */
const JUST_NOW_MS = 5000;

/** What the browser remembers is shown first, then the list is read again. */
export const libraryQuery = (platform: PlatformId) =>
  queryOptions({
    queryKey: ['library', platform],
    queryFn: async ({ signal }) => {
      const playlists = await call(listPlaylists, { params: { platform }, signal });
      writeLibraryCache(platform, playlists, Date.now());
      return playlists;
    },
    initialData: () => readLibraryCache(platform, Date.now()),
    initialDataUpdatedAt: 0,
    staleTime: JUST_NOW_MS,
  });

export const trackCountQuery = (platform: PlatformId, id: string) =>
  queryOptions({
    queryKey: ['track-count', platform, id],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        signal.throwIfAborted();
        return (await call(playlistTrackCount, { params: { platform, id }, signal })).track_count;
      }),
    staleTime: PLAYLIST_CACHE_MS,
  });

export const likedCountQuery = (platform: PlatformId) =>
  queryOptions({
    queryKey: ['liked-count', platform],
    queryFn: async ({ signal }) => (await call(likedCount, { params: { platform }, signal })).count,
  });

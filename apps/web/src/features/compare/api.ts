import {
  addTrack,
  availability,
  check,
  createPlaylist,
  getPlaylist,
  likedTracks,
  LIKED_SONGS_ID,
  type PlatformId,
  type Playlist,
  playlistTracks,
  rebuildPlaylist,
  removeTrack,
  type RequestedTrack,
  type ResponseOf,
  startSync,
  type Track,
} from '@segue/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';
import { slim } from './slim.js';

export type CheckAnswer = ResponseOf<typeof check>;
export type Availability = ResponseOf<typeof availability>['results'][number];
/** A source track without a partner, with its place in the source. */
export type SourceOnlyTrack = CheckAnswer['sourceOnly'][number];

/** Calls that belong together: their common id, and how many they are. */
export interface AddGroup {
  id: string;
  size: number;
}

export const playlistQuery = (platform: PlatformId, id: string) =>
  queryOptions({
    queryKey: ['playlist', platform, id],
    queryFn: ({ signal }) => call(getPlaylist, { params: { platform, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const tracksQuery = (platform: PlatformId, id: string) =>
  queryOptions({
    queryKey: ['tracks', platform, id],
    queryFn: async ({ signal }) => {
      const answer =
        id === LIKED_SONGS_ID
          ? await call(likedTracks, { params: { platform }, signal })
          : await call(playlistTracks, { params: { platform, id }, signal });
      return answer.tracks;
    },
    // Comparing thousands of tracks with the last answer, only to keep objects that are equal, takes longer than drawing.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Compares the source with its target. `readAtMs` is when the source's tracks were read: newer ones are compared anew.
 * Between two asks the screen keeps the answer up to date by itself.
 */
export const checkQuery = (target: PlatformId, source: Playlist, tracks: readonly Track[], readAtMs: number) =>
  queryOptions({
    queryKey: ['check', target, source.platform, source.id, readAtMs],
    queryFn: ({ signal }) => compareWith(target, source, tracks, { signal }),
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** @param chosenId the target the member chose among several; it is remembered for this source. */
export const compareWith = (
  target: PlatformId,
  source: Playlist,
  tracks: readonly Track[],
  { chosenId, signal }: { chosenId?: string; signal?: AbortSignal } = {},
) =>
  call(check, {
    body: {
      platform: target,
      playlistName: source.name,
      playlistId: source.id,
      ...(chosenId !== undefined && { targetPlaylistId: chosenId }),
      tracks: tracks.map(slim),
    },
    ...(signal && { signal }),
  });

export const askAvailability = (platform: PlatformId, tracks: readonly SourceOnlyTrack[], signal: AbortSignal) =>
  call(availability, { body: { platform, tracks: tracks.map(slim) }, signal });

export const claimDay = (target: Playlist, signal?: AbortSignal) =>
  call(startSync, {
    body: { platform: target.platform, playlistId: target.id, playlistName: target.name },
    ...(signal && { signal }),
  });

/** @param group with which other calls the server writes it, in one go. */
export const addOne = (
  target: Playlist,
  track: RequestedTrack,
  idempotencyKey: string,
  { group, signal }: { group?: AddGroup; signal?: AbortSignal } = {},
) =>
  call(addTrack, {
    body: {
      platform: target.platform,
      playlistId: target.id,
      playlistName: target.name,
      track: slim(track),
      ...(group && { group }),
    },
    idempotencyKey,
    ...(signal && { signal }),
  });

/** Takes out the entry at the track's place; other copies of it stay. */
export const removeOne = (target: Playlist, track: Track, idempotencyKey: string) =>
  call(removeTrack, {
    body: { platform: target.platform, playlistId: target.id, playlistName: target.name, track: slim(track) },
    idempotencyKey,
  });

/** Makes a new target without the given entries; the old one remains. */
export const rebuildWithout = (source: Playlist, target: Playlist, extras: readonly Track[], idempotencyKey: string) =>
  call(rebuildPlaylist, {
    body: {
      platform: target.platform,
      playlistId: target.id,
      playlistName: target.name,
      sourcePlaylistId: source.id,
      remove: extras.map(({ position, id }) => ({ position, id })),
    },
    idempotencyKey,
  });

export const createFrom = (target: PlatformId, source: Playlist, tracks: readonly Track[], idempotencyKey: string) =>
  call(createPlaylist, {
    body: {
      platform: target,
      name: source.name,
      description: source.description,
      sourcePlaylistId: source.id,
      tracks: tracks.map(slim),
    },
    idempotencyKey,
  });

import type { PlatformId } from '@segue/contracts';

/** What the platforms take at most in one call, from their documentation. */
const TRACKS_PER_PAGE: Record<PlatformId, number> = { spotify: 50, apple: 100 };
const ISRCS_PER_LOOKUP: Record<PlatformId, number> = { spotify: 1, apple: 25 };
const TRACKS_PER_ADD: Record<PlatformId, number> = { spotify: 100, apple: 100 };

const calls = (count: number, perCall: number): number => Math.ceil(count / perCall);

export const pageReads = (platform: PlatformId, tracks: number): number => calls(tracks, TRACKS_PER_PAGE[platform]);
export const lookUps = (platform: PlatformId, tracks: number): number => calls(tracks, ISRCS_PER_LOOKUP[platform]);
export const adds = (platform: PlatformId, tracks: number): number => calls(tracks, TRACKS_PER_ADD[platform]);

/** The fewest calls that read a list, find its songs (unless all are remembered) and write them, without reading back. */
export const fewestToMove = (source: PlatformId, target: PlatformId, tracks: number, isWarm: boolean): number =>
  pageReads(source, tracks) + (isWarm ? 0 : lookUps(target, tracks)) + adds(target, tracks);

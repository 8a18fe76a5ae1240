import type { PlatformId } from '@segue/contracts';
import type { ListenerLibrary, UpstreamCalls } from '@segue/testing';
import { client } from './system.js';

/** One of the simulator's control calls. */
export const control = <T = unknown>(method: string, path: string, body?: unknown): Promise<T> =>
  client().control<T>(method, path, body);

/** A listener's library as it stands in the simulator now. */
export const libraryOf = (platform: PlatformId, listener: string): Promise<ListenerLibrary> =>
  client().libraryOf(platform, listener);

/** Makes a platform account with these playlists. */
export const putListener = (platform: PlatformId, listener: string, library: object): Promise<unknown> =>
  client().putListener(platform, listener, library);

/** The calls that reached a platform since they were last cleared. */
export const upstreamCalls = (platform: PlatformId): Promise<UpstreamCalls> => client().upstreamCalls(platform);
export const clearUpstreamCalls = (): Promise<unknown> => client().clearUpstreamCalls();

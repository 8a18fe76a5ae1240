import { simulatorUrl } from './system.js';

/** One of the simulator's control calls. */
export async function control<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(simulatorUrl() + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export interface ListenerLibrary {
  playlists: Array<{ id: string; name: string; trackIds: unknown[] }>;
}

/** A listener's library as it stands in the simulator now. */
export const libraryOf = (platform: string, listener: string): Promise<ListenerLibrary> =>
  control('GET', `/control/listeners/${platform}/${listener}`);

/** Makes a platform account with these playlists. */
export const putListener = (platform: string, listener: string, library: object): Promise<unknown> =>
  control('PUT', `/control/listeners/${platform}/${listener}`, library);

/** The calls that reached a platform since they were last cleared. */
export const upstreamCalls = (platform: string): Promise<{ total: number; byEndpoint: Record<string, number> }> =>
  control('GET', `/control/requests?platform=${platform}`);
export const clearUpstreamCalls = (): Promise<unknown> => control('DELETE', '/control/requests');

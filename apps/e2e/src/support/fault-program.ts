import type { PlatformId } from '@segue/contracts';
import { eventually } from '@segue/testing';
import { control, upstreamCalls } from './simulator.js';

/** Addresses of a platform, as the simulator's faults match them. */
export const ADDRESS = {
  /** Adding to a playlist and reading its tracks. */
  tracks: 'playlists/[^/]+/(?:items|tracks)',
  /** Making a playlist and listing playlists. */
  playlists: '/v1/me/(?:library/)?playlists(?:\\?|$)',
} as const;

/** Trouble that begins after a number of calls went well. */
export interface Trouble {
  name: string;
  platforms?: readonly PlatformId[];
  method: 'GET' | 'POST';
  path: string;
  /** What the simulator does, apart from where: see its `POST /control/faults`. */
  fault: object;
  /** What else happens while a call with the fault is under way. */
  meanwhile?: (platform: PlatformId, listener: string) => Promise<unknown>;
  /** Nothing else happens at the time: it touches every member of the platform, or must be met at its moment. */
  isAlone?: boolean;
  /** Songs may be missing in the end when the report says so. */
  loses?: boolean;
}

/** Whose calls meet the trouble. */
interface Troubled {
  platform: PlatformId;
  /** Without one, all of the platform. */
  listener?: string;
}

/** Lets `wellFirst` calls pass, then makes trouble. A call meets the oldest fault that fits it. */
export async function makeTrouble(
  { platform, listener }: Troubled,
  { method, path, fault }: Trouble,
  wellFirst: number,
): Promise<void> {
  const at = { platform, listener, method, path };
  if (wellFirst > 0) await control('POST', '/control/faults', { ...at, times: wellFirst });
  await control('POST', '/control/faults', { ...at, times: 1, ...fault });
}

/** Resolves when one of their calls meets the trouble, so that something can happen while it is under way. */
export const troubleMet = (troubled: Troubled): Promise<void> =>
  eventually(async () => {
    if ((await troubleLeft(troubled)) > 0) throw new Error(`No call met the trouble on ${troubled.platform}.`);
  }, 30_000);

/** How many of their faults were not met. */
export async function troubleLeft({ platform, listener }: Troubled): Promise<number> {
  const faults = await control<Troubled[]>('GET', '/control/faults');
  return faults.filter((fault) => fault.platform === platform && (!listener || fault.listener === listener)).length;
}

export const noMoreTrouble = async (): Promise<void> => {
  await control('DELETE', '/control/faults');
  await control('PUT', '/control/clock', { offsetSeconds: 0 });
};

/** Resolves when so many calls reached the platform since the last clearing. */
export const callsReached = (platform: PlatformId, count: number): Promise<void> =>
  eventually(async () => {
    const { total } = await upstreamCalls(platform);
    if (total < count) throw new Error(`Only ${total} calls reached ${platform}.`);
  }, 90_000);

import type { Endpoint, PlatformId } from '@segue/contracts';
import { type Answer, type CallOptions, type RequestOptions } from '@segue/testing';
import { client } from './system.js';

export { PASSWORD, type Answer } from '@segue/testing';

/** One request over HTTP, as a client without our types would make it. */
export const request = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
  client().request(method, path, options);

export const call = (endpoint: Endpoint, options: CallOptions = {}): Promise<Answer> =>
  client().call(endpoint, options);

/** A fresh member, signed in. */
export const newMember = (): Promise<{ token: string; email: string }> => client().newMember();

/** Connects a member to a listener of the simulator, through the real consent flow without the click. */
export const connect = (platform: PlatformId, listener: string, token: string): Promise<void> =>
  client().connect(platform, listener, token);

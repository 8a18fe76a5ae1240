import { type FastifyRequest } from 'fastify';
import { isWriteIgnored } from '../control/gate.js';
import { type Listener } from '../listeners/library.js';
import { type World } from '../world.js';
import { type DeveloperTokens } from './developer-token.js';
import { badParameter, BAD_USER_TOKEN, NO_USER_TOKEN } from './failures.js';

export interface AppleContext {
  world: World;
  developerTokens: DeveloperTokens;
  /** Public address of the simulator, for artwork. */
  baseUrl: string;
}

export type AppleQuery = Record<string, string | undefined>;

const userTokenOf = (request: FastifyRequest): string => String(request.headers['music-user-token'] ?? '');

/** Whose token this is, alive or not. */
export const callerOf = (world: World, request: FastifyRequest): string | undefined =>
  world.userTokens.find(userTokenOf(request))?.listener;

/** The listener behind the Music-User-Token. The developer token was checked before any route runs. */
export function authenticate({ world }: AppleContext, request: FastifyRequest): Listener {
  const token = userTokenOf(request);
  if (token === '') throw NO_USER_TOKEN;
  const grant = world.userTokens.find(token);
  const lifeMs = world.controls.switches.appleUserTokenSeconds * 1000;
  const listener =
    grant && grant.issuedAtMs + lifeMs > world.clock.nowMs() ? world.listener('apple', grant.listener) : undefined;
  if (!listener) throw BAD_USER_TOKEN;
  return isWriteIgnored(request) ? structuredClone(listener) : listener;
}

/** Reads a whole number; out of bounds is 40005 in Apple's words. */
export function readNumber(query: AppleQuery, name: 'limit' | 'offset', fallback: number, max: number): number {
  const given = query[name];
  if (given === undefined) return fallback;
  const value = Number(given);
  const min = name === 'limit' ? 1 : 0;
  if (!Number.isInteger(value) || value < min) {
    throw badParameter(name, `Value must be an integer greater than or equal to ${min}, but was: ${given}`);
  }
  if (value > max) throw badParameter(name, `Value must be an integer less than or equal to ${max}, but was: ${given}`);
  return value;
}

import { type FastifyRequest } from 'fastify';
import { isWriteIgnored } from '../control/gate.js';
import { type Listener } from '../listeners/library.js';
import { type World } from '../world.js';
import { BAD_TOKEN, EXPIRED_TOKEN, NO_TOKEN, spotifyFailure } from './failures.js';

/** What the routes of the Web API share. */
export interface SpotifyContext {
  world: World;
  /** Public address of the simulator, for images. */
  baseUrl: string;
  /** Public address of the Web API here, ending in `/v1`. */
  apiUrl: string;
}

/** Development mode answers in another dialect than extended quota; see `platforms.md`, 1.1. */
export const isDevelopmentMode = ({ world }: SpotifyContext): boolean =>
  world.controls.switches.spotifyQuotaMode === 'development';

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Whose token this is, alive or not. */
export const callerOf = (world: World, request: FastifyRequest): string | undefined =>
  world.spotifyTokens.accessTokens.get(bearerOf(request) ?? '')?.listener;

/** The listener behind the bearer token, with all `scopes`; throws what Spotify would answer otherwise. */
export function authenticate(context: SpotifyContext, request: FastifyRequest, ...scopes: string[]): Listener {
  const { world } = context;
  const token = bearerOf(request);
  if (token === undefined) throw NO_TOKEN;
  const grant = world.spotifyTokens.accessTokens.get(token);
  if (!grant) throw BAD_TOKEN;
  if (grant.expiresAtMs <= world.clock.nowMs()) throw EXPIRED_TOKEN;
  const listener = world.listener('spotify', grant.listener);
  if (!listener) throw BAD_TOKEN;
  checkApp(context, listener);
  for (const scope of scopes) requireScope(grant.scopes, scope);
  request.spotifyScopes = grant.scopes;
  return isWriteIgnored(request) ? structuredClone(listener) : listener;
}

export function requireScope(granted: string[], scope: string): void {
  if (!granted.includes(scope)) throw spotifyFailure(403, 'Insufficient client scope');
}

/** Both show only when the API is called: consent and token exchange succeed before. */
function checkApp(context: SpotifyContext, listener: Listener): void {
  const { spotifyAllowList, spotifyOwnerPremiumLapsed } = context.world.controls.switches;
  if (!isDevelopmentMode(context)) return;
  if (spotifyOwnerPremiumLapsed)
    throw spotifyFailure(403, 'Active premium subscription required for the owner of the app.');
  if (spotifyAllowList && !spotifyAllowList.includes(listener.id)) {
    throw spotifyFailure(403, 'User not registered in the Developer Dashboard');
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    spotifyScopes: string[];
  }
}

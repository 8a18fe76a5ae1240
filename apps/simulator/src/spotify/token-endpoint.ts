import { type FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { type World } from '../world.js';
import { type SpotifyApp } from './authorize.js';
import { oauthFailure } from './failures.js';
import { type RefreshToken } from './token-store.js';

interface TokenForm {
  grant_type?: string;
  code?: string;
  redirect_uri?: string;
  code_verifier?: string;
  refresh_token?: string;
  client_id?: string;
  client_secret?: string;
}

/** Who is calling: with the secret, or with nothing but the public client id. */
type Caller = 'confidential' | 'public';

/** `POST /api/token`: codes and refresh tokens into access tokens. */
export function tokenRoute(scope: FastifyInstance, world: World, app: SpotifyApp): void {
  scope.post<{ Body: URLSearchParams | undefined }>('/api/token', (request) => {
    const form: TokenForm = Object.fromEntries(request.body instanceof URLSearchParams ? request.body : []);
    const caller = identify(app, request.headers.authorization, form);
    if (form.grant_type === 'authorization_code') return exchangeCode(world, form, caller);
    if (form.grant_type === 'refresh_token') return refresh(world, form, caller);
    throw oauthFailure(
      'unsupported_grant_type',
      form.grant_type === undefined
        ? 'grant_type parameter is missing'
        : 'grant_type must be authorization_code or refresh_token',
    );
  });
}

function identify(app: SpotifyApp, authorization: string | undefined, form: TokenForm): Caller {
  const [basicId, basicSecret] = readBasic(authorization);
  const id = basicId ?? form.client_id;
  const secret = basicSecret ?? form.client_secret;
  if (id === undefined) throw oauthFailure('invalid_client');
  const contradicts = form.client_id !== undefined && form.client_id !== id;
  if (contradicts || !same(id, app.clientId) || (secret !== undefined && !same(secret, app.clientSecret))) {
    throw oauthFailure('invalid_client', 'Invalid client');
  }
  return secret === undefined ? 'public' : 'confidential';
}

function readBasic(authorization: string | undefined): [string, string] | [] {
  const encoded = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return [];
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? [decoded, ''] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
}

function exchangeCode(world: World, form: TokenForm, caller: Caller) {
  const { codes, refreshTokens } = world.spotifyTokens;
  const pending = codes.get(form.code ?? '');
  if (!pending) throw oauthFailure('invalid_grant', 'Invalid authorization code');
  // Used up by the first attempt, whatever becomes of it.
  codes.delete(form.code ?? '');
  const nowMs = world.clock.nowMs();
  if (pending.expiresAtMs <= nowMs) throw oauthFailure('invalid_grant', 'Authorization code expired');
  if (pending.redirectUri !== form.redirect_uri) throw oauthFailure('invalid_grant', 'Invalid redirect URI');
  if (pending.challenge === null && caller === 'public') throw oauthFailure('invalid_client');
  if (pending.challenge !== null) checkVerifier(pending.challenge, form.code_verifier);
  const grant: RefreshToken = {
    listener: pending.listener,
    scopes: pending.scopes,
    publicClient: caller === 'public',
    consentedAtMs: nowMs,
  };
  const refreshToken = `AQ${world.chance.token(120)}`;
  refreshTokens.set(refreshToken, grant);
  return { ...accessTokenFor(world, grant), refresh_token: refreshToken };
}

/** RFC 7636: 43 to 128 unreserved characters, hashed with SHA-256. */
function checkVerifier(challenge: string, verifier: string | undefined): void {
  if (verifier === undefined) throw oauthFailure('invalid_request', 'code_verifier required');
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  if (!/^[\w.~-]{43,128}$/.test(verifier) || !same(hashed, challenge)) {
    throw oauthFailure('invalid_grant', 'code_verifier was incorrect');
  }
}

function refresh(world: World, form: TokenForm, caller: Caller) {
  const { refreshTokens } = world.spotifyTokens;
  const { spotifyRefreshTokenSeconds, spotifyRefreshRotation } = world.controls.switches;
  const presented = form.refresh_token;
  if (presented === undefined) throw oauthFailure('invalid_request', 'refresh_token must be supplied');
  const grant = refreshTokens.get(presented);
  if (!grant) throw oauthFailure('invalid_grant', 'Refresh token revoked');
  if (caller === 'public' && !grant.publicClient) throw oauthFailure('invalid_client');
  if (grant.consentedAtMs + spotifyRefreshTokenSeconds * 1000 <= world.clock.nowMs()) {
    refreshTokens.delete(presented);
    world.onChange();
    throw oauthFailure('invalid_grant', 'Refresh token revoked');
  }
  const answer = accessTokenFor(world, grant);
  if (!spotifyRefreshRotation) return answer;
  const successor = `AQ${world.chance.token(120)}`;
  refreshTokens.delete(presented);
  refreshTokens.set(successor, grant);
  return { ...answer, refresh_token: successor };
}

function accessTokenFor(world: World, { listener, scopes }: RefreshToken) {
  const lifeSeconds = world.controls.switches.spotifyAccessTokenSeconds;
  const token = `BQ${world.chance.token(140)}`;
  world.spotifyTokens.accessTokens.set(token, {
    listener,
    scopes,
    expiresAtMs: world.clock.nowMs() + lifeSeconds * 1000,
  });
  world.onChange();
  return { access_token: token, token_type: 'Bearer', scope: scopes.join(' '), expires_in: lifeSeconds };
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { type FastifyInstance } from 'fastify';
import { consentForm } from '../pages/consent-form.js';
import { escapeHtml, page } from '../pages/html.js';
import { type World } from '../world.js';
import { isAllowedRedirect } from './redirect-rule.js';

export interface SpotifyApp {
  clientId: string;
  clientSecret: string;
  /** The one redirect URI registered for the app. */
  redirectUri: string;
}

type Query = Record<string, string | undefined>;

const CODE_LIFE_MS = 10 * 60 * 1000;

/** `GET /authorize`: the consent page, or, with `listener` and `decision`, its answer at once. */
export function authorizeRoute(scope: FastifyInstance, world: World, app: SpotifyApp): void {
  scope.get<{ Querystring: Query }>('/authorize', (request, reply) => {
    const query = request.query;
    const refusal = clientProblem(app, query);
    // A wrong client or address must not be redirected anywhere: the person stays on Spotify's page.
    if (refusal) return reply.code(400).type('text/html').send(errorPage(refusal));
    const problem = requestProblem(query);
    if (problem) return reply.redirect(backTo(query, { error: problem }), 302);
    if (query.decision === 'deny') return reply.redirect(backTo(query, { error: 'access_denied' }), 302);
    if (query.decision === 'allow') {
      const listener = world.listener('spotify', query.listener ?? '');
      if (!listener) return reply.code(400).type('text/html').send(errorPage('There is no such listener.'));
      return reply.redirect(backTo(query, { code: makeCode(world, query, listener.id) }), 302);
    }
    return reply.type('text/html').send(askPerson(world, query));
  });
}

function clientProblem(app: SpotifyApp, query: Query): string | undefined {
  if (query.client_id !== app.clientId) return 'INVALID_CLIENT: Invalid client';
  if (!isAllowedRedirect(app.redirectUri, query.redirect_uri ?? '')) return 'INVALID_CLIENT: Invalid redirect URI';
  return undefined;
}

function requestProblem(query: Query): string | undefined {
  if (query.response_type !== 'code') return 'unsupported_response_type';
  const hasPkce = query.code_challenge !== undefined || query.code_challenge_method !== undefined;
  if (hasPkce && (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(query.code_challenge ?? ''))) {
    return 'invalid_request';
  }
  return undefined;
}

function makeCode(world: World, query: Query, listener: string): string {
  const code = `AQ${world.chance.token(180)}`;
  world.spotifyTokens.codes.set(code, {
    listener,
    redirectUri: query.redirect_uri ?? '',
    scopes: (query.scope ?? '').split(' ').filter(Boolean),
    challenge: query.code_challenge ?? null,
    expiresAtMs: world.clock.nowMs() + CODE_LIFE_MS,
  });
  return code;
}

function backTo(query: Query, answer: Record<string, string>): string {
  const target = new URL(query.redirect_uri ?? '');
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (query.state !== undefined) target.searchParams.set('state', query.state);
  return target.href;
}

function askPerson(world: World, query: Query): string {
  const hidden: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && name !== 'listener' && name !== 'decision') hidden[name] = value;
  }
  return consentForm({
    platformName: 'Spotify',
    look: 'spotify',
    action: '/spotify/accounts/authorize',
    hidden,
    listeners: world.listenersOf('spotify'),
    wishes: (query.scope ?? '').split(' ').filter(Boolean),
  });
}

const errorPage = (message: string): string =>
  page('Spotify (simulated)', `<main class="card"><h1>Error</h1><p>${escapeHtml(message)}</p></main>`, 'spotify');

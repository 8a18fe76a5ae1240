import { type FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { installGate } from '../control/gate.js';
import { PlatformFailure } from '../platform-failure.js';
import { type World } from '../world.js';
import { authorizeRoute, type SpotifyApp } from './authorize.js';
import { authenticate, callerOf, isDevelopmentMode, type SpotifyContext } from './context.js';
import { FORBIDDEN, oauthFailure, spotifyFailure } from './failures.js';
import { libraryRoutes } from './library-routes.js';
import { playlistItemsRoutes } from './playlist-items-routes.js';
import { playlistRoutes } from './playlist-routes.js';
import { isRemoved } from './removed.js';
import { tokenRoute } from './token-endpoint.js';

const ACCOUNTS_MOUNT = '/spotify/accounts';
const API_MOUNT = '/spotify/api';

/** Stands in for accounts.spotify.com and api.spotify.com. */
export async function spotify(app: FastifyInstance, world: World, baseUrl: string, client: SpotifyApp): Promise<void> {
  await app.register(
    async (scope) => {
      installGate(scope, world, {
        platform: 'spotify',
        mount: ACCOUNTS_MOUNT,
        isLimited: false,
        errorBody: (status) => ({ error: status === 429 ? 'too_many_requests' : 'server_error' }),
      });
      answerFailures(scope, () => oauthFailure('invalid_request'));
      authorizeRoute(scope, world, client);
      tokenRoute(scope, world, client);
    },
    { prefix: ACCOUNTS_MOUNT },
  );
  const context: SpotifyContext = { world, baseUrl, apiUrl: `${baseUrl}${API_MOUNT}/v1` };
  await app.register(
    async (scope) => {
      installGate(scope, world, {
        platform: 'spotify',
        mount: API_MOUNT,
        isLimited: true,
        errorBody: errorBodyOf,
        callerOf: (request) => callerOf(world, request),
      });
      answerFailures(scope, () => spotifyFailure(400, 'Error parsing JSON.'));
      libraryRoutes(scope, context);
      playlistRoutes(scope, context);
      playlistItemsRoutes(scope, context);
      scope.setNotFoundHandler((request) => {
        authenticate(context, request);
        const path = request.url.slice(API_MOUNT.length).split('?', 1)[0] ?? '';
        if (isDevelopmentMode(context) && isRemoved(request.method, path)) throw FORBIDDEN;
        throw spotifyFailure(404, 'Service not found');
      });
    },
    { prefix: `${API_MOUNT}/v1` },
  );
}

const errorBodyOf = (status: number) => ({
  error: { status, message: status === 429 ? 'API rate limit exceeded' : (STATUS_CODES[status] ?? 'Error') },
});

/** Failures go out as the platform writes them; what Fastify itself refuses (broken JSON) becomes `malformed`. */
function answerFailures(scope: FastifyInstance, malformed: () => PlatformFailure): void {
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof PlatformFailure) return error.send(reply);
    if (error.statusCode !== undefined && error.statusCode < 500) return malformed().send(reply);
    throw error;
  });
}

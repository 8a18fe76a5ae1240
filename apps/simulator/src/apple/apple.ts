import { type FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import { installGate } from '../control/gate.js';
import { PlatformFailure } from '../platform-failure.js';
import { type World } from '../world.js';
import { catalogRoutes } from './catalog-routes.js';
import { type AppleContext, callerOf } from './context.js';
import { DeveloperTokens, type AppleKeys } from './developer-token.js';
import { appleErrorBody, badBody, RESOURCE_NOT_FOUND, UNAUTHORIZED } from './failures.js';
import { libraryRoutes } from './library-routes.js';
import { musicKitRoutes } from './musickit-routes.js';

const MOUNT = '/apple/api';

/** Stands in for api.music.apple.com and for the MusicKit script. `appOrigin` = where Segue's pages come from. */
export async function apple(
  app: FastifyInstance,
  world: World,
  baseUrl: string,
  keys: AppleKeys,
  appOrigin: string,
): Promise<void> {
  const developerTokens = new DeveloperTokens(keys, world.clock);
  const context: AppleContext = { world, developerTokens, baseUrl };
  await app.register(
    async (scope) => {
      // Browsers call Apple's API from any page: MusicKit does.
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('access-control-allow-origin', '*');
        if (request.method !== 'OPTIONS') return;
        return reply
          .code(204)
          .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
          .header('access-control-allow-headers', 'authorization, music-user-token, content-type')
          .send();
      });
      installGate(scope, world, {
        platform: 'apple',
        mount: MOUNT,
        isLimited: true,
        errorBody: errorBodyOf,
        callerOf: (request) => callerOf(world, request),
      });
      scope.addHook('onRequest', async (request) => {
        if (!(await developerTokens.isAccepted(request.headers.authorization, request.headers.origin)))
          throw UNAUTHORIZED;
      });
      scope.addHook('onSend', async (_request, reply, payload: unknown) => {
        if (!world.controls.switches.appleUnaskedGzip || typeof payload !== 'string') return payload;
        reply.header('content-encoding', 'gzip');
        return gzipSync(payload);
      });
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        if (error instanceof PlatformFailure) return error.send(reply);
        if (error.statusCode !== undefined && error.statusCode < 500)
          return badBody('Unable to parse request body').send(reply);
        throw error;
      });
      scope.setNotFoundHandler(() => {
        throw RESOURCE_NOT_FOUND;
      });
      libraryRoutes(scope, context);
      catalogRoutes(scope, context);
    },
    { prefix: `${MOUNT}/v1` },
  );
  musicKitRoutes(app, context, appOrigin);
}

const errorBodyOf = (status: number) =>
  appleErrorBody(status, {
    title: STATUS_CODES[status] ?? 'Error',
    detail: status === 429 ? 'API capacity exceeded' : (STATUS_CODES[status] ?? 'Error'),
    code: status === 500 ? '50001' : `${status}00`,
  });

import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError, currentRequestId } from '@segue/service';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayEnv } from '../env.js';
import { contentSecurityPolicy } from './content-security-policy.js';

const YEAR_SECONDS = 31_536_000;
/**
 * Files lie at the root and in /assets, and what begins with a dot is never a page. Deeper down a page's address may end
 * in an id, and those may hold dots (Apple's playlists are `p.AbC123`).
 */
const LOOKS_LIKE_FILE = /\/\.|^\/assets\/|^\/[^/]*\.[^/]*$/;

/** Serves the built web app: files as they are, every other address as the page whose router shows it. */
export async function serveWebApp(app: NestFastifyApplication, env: GatewayEnv): Promise<void> {
  const https = env.APP_URL?.startsWith('https:') ?? false;
  await app.register(helmet as never, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(env.SIMULATOR_URL) },
    // Apple's consent window reports back to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: https ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
  });
  await app.register(fastifyStatic as never, {
    root: env.WEB_ROOT,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply: FastifyReply, path: string) => {
      // Names of built assets hold a hash of their content.
      const immutable = path.includes('/assets/');
      void reply.header('cache-control', immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  if (!existsSync(join(env.WEB_ROOT, 'index.html')))
    throw new Error(`WEB_ROOT holds no built web app: ${env.WEB_ROOT}`);
  const http: FastifyInstance = app.getHttpAdapter().getInstance();
  http.get('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    if (!LOOKS_LIKE_FILE.test(path)) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    const error = new AppError('not_found');
    return reply.status(error.status).send(error.toBody(currentRequestId() ?? ''));
  });
}

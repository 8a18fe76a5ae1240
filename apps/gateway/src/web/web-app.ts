import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pageTemplateOf, PAGES } from '@segue/contracts';
import { AppError, appUrlOf, currentRequestId } from '@segue/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayEnv } from '../env.js';
import { VisitsService } from '../visits/visits.service.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import { operatorOf } from './operator.js';
import { bodyFor, type WebPage, WebPages } from './web-pages.js';

const YEAR_SECONDS = 31_536_000;
/** What only a page has a use for; with each script they would be half a packet. */
const PAGE_HEADERS = [
  ...['cross-origin-opener-policy', 'origin-agent-cluster', 'referrer-policy', 'x-dns-prefetch-control'],
  ...['x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
];
/**
 * Files lie at the root and in /assets, and what begins with a dot is never a page. Deeper down a page's address may end
 * in an id, and those may hold dots (Apple's playlists are `p.AbC123`).
 */
const LOOKS_LIKE_FILE = /\/\.|^\/assets\/|^\/[^/]*\.[^/]*$/;

/** Serves the built web app: files as they are, public pages as they were written, every other address as the shell. */
export async function serveWebApp(app: NestFastifyApplication, env: GatewayEnv): Promise<void> {
  const https = env.APP_URL?.startsWith('https:') ?? false;
  const pages = await WebPages.read(env.WEB_ROOT, appUrlOf(env), operatorOf(env));
  await app.register(helmet as never, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(env.SIMULATOR_URL, pages.styleHashes),
    },
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
    globIgnore: ['*.html', 'robots.txt', 'sitemap.xml'],
    setHeaders: (reply: FastifyReply, path: string) => {
      // Names of built assets hold a hash of their content.
      const immutable = path.includes('/assets/');
      void reply.header('cache-control', immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (!immutable) return;
      for (const name of PAGE_HEADERS) void reply.removeHeader(name);
      // Nothing of it is a page: opened as one, it could do nothing.
      void reply.header('content-security-policy', "default-src 'none'");
    },
  });
  const http: FastifyInstance = app.getHttpAdapter().getInstance();
  const visits = app.get(VisitsService);
  http.get('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    const written = pages.find(path);
    if (written === undefined && LOOKS_LIKE_FILE.test(path)) {
      const error = new AppError('not_found');
      return reply.status(error.status).send(error.toBody(currentRequestId() ?? ''));
    }
    visits.recordLoad(path, request);
    // An address of no page is answered by the app's own "Page not found", with the status that says so.
    const template = pageTemplateOf(path);
    // This address holds the token; nobody whom the page leads to gets to see it.
    if (template === PAGES.resetPassword) void reply.header('referrer-policy', 'no-referrer');
    if (template === null && written === undefined) void reply.status(404);
    return sendPage(request, reply, written ?? pages.shell);
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: WebPage): FastifyReply {
  const { body, encoding } = bodyFor(page, request.headers['accept-encoding']);
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type(page.type).send(body);
}

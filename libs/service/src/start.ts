import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DEFAULT_BODY_LIMIT_BYTES, ROUTES, type ServiceName } from '@segue/contracts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import { DataSource } from 'typeorm';
import { PostgresListener } from './database/postgres-listener.js';
import type { SharedRedis } from './cache/redis.js';
import { type BaseEnv, portOf } from './env.js';
import { EventCarrier } from './events/carrier.js';
import { OutboxRelay } from './events/relay.js';
import { EndedSessions, EndedSessionsSource, followEndedSessions } from './guard/ended-sessions.js';
import { acceptRequestId, inRequest } from './logging/request-context.js';
import { NestLogger } from './logging/logger.js';
import { MailRelay } from './mail/mail-relay.js';
import { REDIS } from './service.module.js';

export interface StartOptions {
  name: ServiceName;
  env: BaseEnv;
  logger: Logger;
  /** The service's root module, which imports `ServiceModule.forRoot(...)`. */
  module: Parameters<typeof NestFactory.create>[0];
  /** Whether it hears events; the gateway and auth hear none. */
  listens: boolean;
  /** Whether it sends mail, for which its module gives `ServiceModule` the `mail` settings. */
  mail?: boolean;
  /** Addresses of proxies whose `X-Forwarded-For` is believed; of nobody unless given. */
  trustedProxies?: string | undefined;
  /** What has to be in place before the port opens. */
  prepare?: (app: NestFastifyApplication) => Promise<void>;
}

/** A request must be complete within this, in ms. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Its headers within this; Node would look for late ones twice a minute only. */
const HEADERS_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 5_000;
const KEEP_ALIVE_MS = 72_000;

/** The routes of a service whose bodies may be larger than ordinary ones, in bytes by path. */
const bodyLimitsOf = (service: ServiceName): ReadonlyMap<string, number> =>
  new Map(
    Object.values(ROUTES)
      .filter(({ owner }) => owner === service)
      .map(({ path, bodyLimitBytes }) => [path, bodyLimitBytes]),
  );

/** The HTTP side of a service: JSON only, request ids, no body parser we did not choose. */
export function createHttpAdapter(name: ServiceName, trustedProxies?: string): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    ...(trustedProxies !== undefined && { trustProxy: trustedProxies }),
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: 1024 },
  });
  const http = adapter.getInstance() as unknown as FastifyInstance;
  limitBodies(http, bodyLimitsOf(name));
  prepareHttp(http, rawBodyPathsOf(name));
  return adapter;
}

/** Builds a service; it neither listens nor hears anything yet. */
export async function createService({
  name,
  logger,
  module,
  trustedProxies,
}: Pick<StartOptions, 'name' | 'logger' | 'module' | 'trustedProxies'>): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(module, createHttpAdapter(name, trustedProxies), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.enableShutdownHooks();
  return app;
}

/** Each route has the limit of its contract, so that one for large bodies opens no other. */
function limitBodies(http: FastifyInstance, limits: ReadonlyMap<string, number>): void {
  http.addHook('onRoute', (route) => {
    const limit = limits.get(route.url);
    if (limit !== undefined) route.bodyLimit = limit;
  });
}

/** The routes of a service that get their body's bytes. */
const rawBodyPathsOf = (service: ServiceName): ReadonlySet<string> =>
  new Set(
    Object.values(ROUTES)
      .filter(({ owner, rawBody }) => owner === service && rawBody)
      .map(({ path }) => path),
  );

function prepareHttp(http: FastifyInstance, rawBodyPaths: ReadonlySet<string>): void {
  http.removeAllContentTypeParsers();
  const parseJson = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A POST without arguments may still name its content type.
    if (body.length === 0) done(null, undefined);
    else if (rawBodyPaths.has(request.routeOptions.url ?? '')) done(null, body);
    else void parseJson(request, body.toString('utf8'), done);
  });
  const duration = observeDuration();
  http.addHook('onRequest', (request, reply, done) => {
    const requestId = acceptRequestId(request.headers['x-request-id']);
    void reply.header('x-request-id', requestId).header('cache-control', 'no-store');
    inRequest(requestId, done);
  });
  http.addHook('onResponse', (request, reply, done) => {
    duration?.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

let metrics: Histogram | undefined;
/** Metrics belong to the process; several services in one (as in tests) share them. */
function observeDuration(): Histogram | undefined {
  if (!metrics) {
    collectDefaultMetrics();
    metrics = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route template.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    });
  }
  return metrics;
}

/** Starts a service: database migrated, events flowing, then the port. Resolves when it answers. */
export async function startService(options: StartOptions): Promise<NestFastifyApplication> {
  const { name, env, logger, listens, mail = false, prepare } = options;
  const app = await createService(options);
  const listener = app.get(PostgresListener);
  const carrier = app.get(EventCarrier);
  const relay = new OutboxRelay(app.get(DataSource), carrier.transport, logger);
  await followEndedSessions(app.get(EndedSessions), app.get(EndedSessionsSource), listener, logger);
  await relay.start(listener, name);
  const mailRelay = mail ? app.get(MailRelay) : undefined;
  await mailRelay?.start(listener, name);
  if (listens) {
    app.connectMicroservice({ strategy: carrier.createServer() }, { inheritAppConfig: true });
    await app.startAllMicroservices();
  }
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onClose', async () => {
      await relay.close();
      await mailRelay?.close();
      await listener.close();
      app.get<SharedRedis | null>(REDIS)?.close();
      await app.get(DataSource).destroy();
    });
  await prepare?.(app);
  const port = portOf(name, env);
  await app.listen(port, env.HOST);
  logger.info({ event: 'service.started', port }, `${name} listens`);
  return app;
}

/** A child of `npm start` whose parent is gone stops as if it had been told to. */
function stopWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/** Runs `start`; a service that cannot start says why in one sentence and exits with 1. */
export function runService(name: ServiceName, start: () => Promise<unknown>): void {
  stopWithParent();
  start().catch((error: unknown) => {
    process.stderr.write(`${name} could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

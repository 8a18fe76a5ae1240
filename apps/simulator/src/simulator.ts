import fastify, { type FastifyInstance } from 'fastify';
import { apple } from './apple/apple.js';
import { type AppleKeys } from './apple/developer-token.js';
import { type ShippedCatalogue } from './catalogue/read-catalogue.js';
import { trueChance, type Chance } from './chance.js';
import { Clock } from './clock.js';
import { controlRoutes } from './control/control-routes.js';
import { mailPages } from './mail/mail-pages.js';
import { artRoutes } from './pages/art.js';
import { homePage } from './pages/home.js';
import { Persistence } from './persistence.js';
import { spotify } from './spotify/spotify.js';
import { type StripeApp } from './stripe/context.js';
import { stripe } from './stripe/stripe.js';
import { type SendWebhook } from './stripe/webhooks.js';
import { World } from './world.js';

export interface SimulatorOptions {
  /** Public address of Segue. */
  appUrl: string;
  /** Public address of the simulator. */
  baseUrl: string;
  spotify: { clientId: string; clientSecret: string; quotaMode: 'development' | 'extended' };
  apple: AppleKeys;
  stripe: StripeApp;
  /** Where the state is kept; without it, in memory only. */
  dataDir?: string | undefined;
  clock?: Clock;
  chance?: Chance;
  shipped?: ShippedCatalogue;
  /** Instead of HTTP, for tests. */
  sendWebhook?: SendWebhook;
}

export interface Simulator {
  app: FastifyInstance;
  world: World;
}

/** A whole `PUT /control/catalogue` of 50,000 songs fits. */
const BODY_MAX_BYTES = 64 * 1024 * 1024;
const REGISTERED_CALLBACK = '/api/spotify/callback';

/** The simulator without a port: `app.inject` talks to it, `main.ts` listens. Closing the app writes the state. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock = new Clock(), chance = trueChance } = options;
  const world = new World(clock, chance, options.spotify.quotaMode, options.baseUrl, options.shipped);
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  });
  app.decorateRequest('fault', null).decorateRequest('arrivedAtMs', 0).decorateRequest('spotifyScopes');
  readBodies(app);
  if (options.dataDir !== undefined) {
    const persistence = new Persistence(world, options.dataDir);
    app.addHook('onClose', async () => persistence.flush());
  }
  for (const url of ['/health/live', '/health/ready']) app.get(url, () => ({ status: 'ok', simulator: 'ok' }));
  artRoutes(app);
  mailPages(app, world.mailbox);
  homePage(app, world);
  await controlRoutes(app, world);
  await spotify(app, world, options.baseUrl, {
    clientId: options.spotify.clientId,
    clientSecret: options.spotify.clientSecret,
    redirectUri: `${options.appUrl.replace(/\/$/, '')}${REGISTERED_CALLBACK}`,
  });
  await apple(app, world, options.baseUrl, options.apple, new URL(options.appUrl).origin);
  await stripe(app, world, options.stripe, options.sendWebhook);
  return { app, world };
}

/** JSON where an empty body is no error (a DELETE may carry the header alone), forms, and anything else as text. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

import { type FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { installGate } from '../control/gate.js';
import { PlatformFailure } from '../platform-failure.js';
import { type World } from '../world.js';
import { checkoutRoutes } from './checkout-routes.js';
import { authenticate, type StripeApp, type StripeContext } from './context.js';
import { customerRoutes } from './customer-routes.js';
import { API_VERSION } from './event-shape.js';
import { stripeErrorBody, stripeFailure } from './failures.js';
import { hostedPages } from './hosted-pages.js';
import { subscriptionRoutes } from './subscription-routes.js';
import { type SendWebhook } from './webhooks.js';

const MOUNT = '/stripe';
/** Renewals and ends of periods happen by themselves, this soon after they are due. */
const CATCH_UP_MS = 1000;

/** Stands in for api.stripe.com and Stripe's hosted pages, and sends webhooks. */
export async function stripe(
  app: FastifyInstance,
  world: World,
  stripeApp: StripeApp,
  sendWebhook?: SendWebhook,
): Promise<void> {
  const context: StripeContext = { world, app: stripeApp };
  const { url, secret } = { url: stripeApp.webhookUrl, secret: stripeApp.webhookSecret };
  const { machineNowMs } = world.clock;
  world.webhooks.connect({ url, secret, machineNowMs, ...(sendWebhook && { send: sendWebhook }) });
  const timer = setInterval(() => world.catchUpStripe(), CATCH_UP_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    world.webhooks.close();
  });
  hostedPages(app, context);
  await app.register(
    async (scope) => {
      installGate(scope, world, { platform: 'stripe', mount: MOUNT, isLimited: true, errorBody: errorBodyOf });
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers({ 'request-id': world.stripe.newId('req', 14), 'stripe-version': API_VERSION });
        authenticate(context, request);
        world.catchUpStripe();
      });
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        if (error instanceof PlatformFailure) return error.send(reply);
        if (error.statusCode !== undefined && error.statusCode < 500)
          return stripeFailure(400, 'Invalid request.').send(reply);
        throw error;
      });
      scope.setNotFoundHandler((request) => {
        const path = request.url.slice(MOUNT.length).split('?', 1)[0] ?? '';
        throw stripeFailure(404, `Unrecognized request URL (${request.method}: ${path}).`);
      });
      customerRoutes(scope, context);
      checkoutRoutes(scope, context);
      subscriptionRoutes(scope, context);
    },
    { prefix: `${MOUNT}/v1` },
  );
}

const errorBodyOf = (status: number) =>
  status === 429
    ? stripeErrorBody('Request rate limit exceeded.', { code: 'rate_limit' })
    : stripeErrorBody(STATUS_CODES[status] ?? 'Error', { type: status >= 500 ? 'api_error' : 'invalid_request_error' });

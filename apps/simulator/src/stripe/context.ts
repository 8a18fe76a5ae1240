import { type FastifyReply, type FastifyRequest } from 'fastify';
import { isWriteIgnored } from '../control/gate.js';
import { type World } from '../world.js';
import { type StripeAccount } from './account.js';
import { API_VERSION } from './event-shape.js';
import { stripeFailure } from './failures.js';

/** What the product and this account agreed on. */
export interface StripeApp {
  secretKey: string;
  webhookSecret: string;
  /** The one thing for sale. */
  priceId: string;
  /** Where events are sent. */
  webhookUrl: string;
}

/** What Stripe's routes share. */
export interface StripeContext {
  world: World;
  app: StripeApp;
}

/** An answer to a repeated key is kept at least this long. https://docs.stripe.com/api/idempotent_requests */
const KEY_LIFE_SECONDS = 24 * 60 * 60;

/** Throws what Stripe answers to a wrong key or to a version these routes do not speak. */
export function authenticate({ app }: StripeContext, request: FastifyRequest): void {
  const { authorization = '' } = request.headers;
  const basicKey = /^Basic (.+)$/i.exec(authorization)?.[1];
  const key =
    /^Bearer (.+)$/i.exec(authorization)?.[1] ??
    (basicKey && Buffer.from(basicKey, 'base64').toString('utf8').split(':', 1)[0]);
  if (!key) throw stripeFailure(401, 'You did not provide an API key.');
  if (key !== app.secretKey) throw stripeFailure(401, `Invalid API Key provided: ${key.slice(0, 8)}****`);
  const version = request.headers['stripe-version'];
  if (version !== undefined && version !== API_VERSION)
    throw stripeFailure(400, `Invalid Stripe API version: ${String(version)}`);
}

/** The form of a call, or its query, as it was sent. */
export function encodedParams(request: FastifyRequest): string {
  if (request.method === 'POST') return request.body instanceof URLSearchParams ? request.body.toString() : '';
  return request.url.split('?', 2)[1] ?? '';
}

/** A write: done once per `Idempotency-Key`. The first answer is kept with its request; a refusal is not. */
export const write =
  (context: StripeContext, work: (account: StripeAccount, request: FastifyRequest) => unknown) =>
  (request: FastifyRequest, reply: FastifyReply): unknown => {
    const { world } = context;
    const account = isWriteIgnored(request) ? world.stripe.copy() : world.stripe;
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || request.method !== 'POST') return changed(world, () => work(account, request));
    const signature = `${request.url} ${encodedParams(request)}`;
    const kept = account.answers.get(key);
    if (kept && kept.keptUntil > account.now()) {
      if (kept.request !== signature) throw reusedKey(key);
      return reply.header('idempotent-replayed', 'true').send(kept.body);
    }
    return changed(world, () => {
      const body = work(account, request);
      account.answers.set(key, { request: signature, body, keptUntil: account.now() + KEY_LIFE_SECONDS });
      return body;
    });
  };

function changed<T>(world: World, work: () => T): T {
  const answer = work();
  world.onChange();
  return answer;
}

const reusedKey = (key: string) =>
  stripeFailure(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseForm } from 'qs';
import { workspaceRoot } from './workspace-root.js';

type Json = Record<string, unknown>;

export interface StripeCall {
  method: string;
  /** From the version on, the query may be part of it: `/v1/subscriptions?customer=cus_1`. */
  path: string;
  /** Form-encoded, as Stripe takes it. */
  form?: string;
}

export interface StripeAnswer {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** What is wrong with a call, an answer or an event, in sentences; empty = nothing. */
export interface StripeContract {
  validateCall(call: StripeCall): string[];
  validateAnswer(answer: StripeAnswer): string[];
  validateEvent(event: unknown): string[];
}

/** The API version the shapes describe. */
const STRIPE_API_VERSION = '2026-10-28.endive';
const FILE = `libs/testing/contracts/stripe/stripe-${STRIPE_API_VERSION}.shapes.schema.json`;

interface Route {
  method: string;
  path: RegExp;
  /** Name of the parameters' schema, or the schema where the file has none. */
  params: string | Json;
  /** Name of the answer's schema; `list of x` for a page of them. */
  answer: string;
}

const only = (...names: string[]): Json => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const NO_PARAMETERS = only();

/** The calls the product makes; the shapes file names no routes. https://docs.stripe.com/api */
const ROUTES: Route[] = [
  { method: 'POST', path: /^\/v1\/customers$/, params: 'customer.create_params', answer: 'customer' },
  { method: 'POST', path: /^\/v1\/customers\/\w+$/, params: only('email', 'name'), answer: 'customer' },
  { method: 'GET', path: /^\/v1\/customers\/\w+$/, params: NO_PARAMETERS, answer: 'customer or deleted_customer' },
  { method: 'DELETE', path: /^\/v1\/customers\/\w+$/, params: NO_PARAMETERS, answer: 'deleted_customer' },
  { method: 'GET', path: /^\/v1\/prices\/\w+$/, params: NO_PARAMETERS, answer: 'price' },
  { method: 'GET', path: /^\/v1\/prices$/, params: only('limit', 'starting_after'), answer: 'list of price' },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    params: 'checkout.session.create_params',
    answer: 'checkout.session',
  },
  { method: 'GET', path: /^\/v1\/checkout\/sessions\/\w+$/, params: NO_PARAMETERS, answer: 'checkout.session' },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/\w+\/expire$/,
    params: NO_PARAMETERS,
    answer: 'checkout.session',
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    params: 'billing_portal.session.create_params',
    answer: 'billing_portal.session',
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    params: only('customer', 'status', 'limit', 'starting_after'),
    answer: 'list of subscription',
  },
  { method: 'GET', path: /^\/v1\/subscriptions\/\w+$/, params: NO_PARAMETERS, answer: 'subscription' },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/\w+$/,
    params: 'subscription.update_params',
    answer: 'subscription',
  },
  { method: 'DELETE', path: /^\/v1\/subscriptions\/\w+$/, params: NO_PARAMETERS, answer: 'subscription' },
];

const ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'message'],
      properties: {
        type: { enum: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'] },
        message: { type: 'string' },
        code: { type: 'string' },
        param: { type: 'string' },
      },
    },
  },
};

/** Validates calls to Stripe, its answers and its events against the shapes of its own library. */
export function stripeContract(): StripeContract {
  return new Contract(JSON.parse(readFileSync(join(workspaceRoot(), FILE), 'utf8')) as Json);
}

const SCHEMA_ID = 'stripe.json';

class Contract implements StripeContract {
  private readonly objects = new Ajv2020({ strict: false, allErrors: true });
  /** A form knows text alone; numbers and flags are read from it. */
  private readonly forms = new Ajv2020({ strict: false, allErrors: true, coerceTypes: 'array' });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.objects.addSchema(document, SCHEMA_ID);
    this.forms.addSchema(document, SCHEMA_ID);
  }

  validateCall({ method, path, form = '' }: StripeCall): string[] {
    const { pathname, search } = new URL(path, 'https://api.stripe.com');
    const route = findRoute(method, pathname);
    if (!route) return [`${method} ${pathname}: the product has no reason to call this`];
    const given = parseForm(method === 'GET' ? search.slice(1) : form, { depth: 10 });
    return this.check(this.forms, route.params, given, 'params');
  }

  validateAnswer({ method, path, status, body }: StripeAnswer): string[] {
    const { pathname } = new URL(path, 'https://api.stripe.com');
    if (status >= 400) return this.check(this.objects, ERROR, body, 'answer');
    const route = findRoute(method, pathname);
    if (!route) return [`${method} ${pathname}: there is no such endpoint`];
    if (!route.answer.startsWith('list of ')) return this.checkObject(route.answer, body, 'answer');
    const { object, data, has_more, url } = (body ?? {}) as Json;
    if (object !== 'list' || !Array.isArray(data) || typeof has_more !== 'boolean' || typeof url !== 'string')
      return ['answer: must be a list with object, data, has_more and url'];
    const kind = route.answer.slice('list of '.length);
    return data.flatMap((entry, at) => this.checkObject(kind, entry, `answer/data/${at}`));
  }

  validateEvent(event: unknown): string[] {
    const faults = this.checkObject('event', event, 'event');
    if (faults.length > 0) return faults;
    const { object } = (event as { data: { object: Json } }).data;
    const kind = object.deleted === true ? 'deleted_customer' : String(object.object);
    return this.checkObject(kind, object, 'event/data/object');
  }

  /** An object and the objects of ours inside it, which the shapes leave open. */
  private checkObject(kind: string, value: unknown, place: string): string[] {
    const [first, second] = kind.split(' or ');
    const faults = this.check(this.objects, first ?? kind, value, place);
    if (faults.length > 0) return second ? this.checkObject(second, value, place) : faults;
    const object = value as Json;
    if (object.object === 'subscription')
      return itemsOf(object).flatMap((item, at) => this.checkObject('subscription_item', item, `${place}/items/${at}`));
    return object.object === 'subscription_item' ? this.checkObject('price', object.price, `${place}/price`) : [];
  }

  private check(ajv: Ajv2020, schema: string | Json, value: unknown, place: string): string[] {
    const validate = typeof schema === 'string' ? this.named(ajv, schema) : ajv.compile(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const extra = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
      return `${place}${instancePath}: ${message}${extra}`;
    });
  }

  private named(ajv: Ajv2020, name: string): ValidateFunction {
    const key = `${ajv === this.forms ? 'form' : 'object'} ${name}`;
    const validate = this.compiled.get(key) ?? ajv.compile({ $ref: `${SCHEMA_ID}#/$defs/${name}` });
    this.compiled.set(key, validate);
    return validate;
  }
}

const findRoute = (method: string, pathname: string): Route | undefined =>
  ROUTES.find((route) => route.method === method && route.path.test(pathname));

const itemsOf = (subscription: Json): unknown[] => (subscription.items as { data: unknown[] }).data;

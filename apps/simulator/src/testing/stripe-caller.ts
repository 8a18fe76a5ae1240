import { stripeContract } from '@segue/testing';
import { createHmac } from 'node:crypto';
import { APP_URL, type Answer, STRIPE, TestBench } from './a-simulator.js';

const CONTRACT = stripeContract();

/** What tests read of Stripe's answers, all shapes in one. */
export interface StripeBody {
  id: string;
  object: string;
  url: string | null;
  status: string;
  customer: string;
  subscription: string;
  email: string;
  deleted?: boolean;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  items: { data: { current_period_end: number }[] };
  data: StripeBody[];
  error: { type: string; code?: string; param?: string; message: string };
}

export interface Heard {
  type: string;
  id: string;
  object: StripeBody;
  previous: Record<string, unknown> | undefined;
  /** Whether the signature is right, and by how many seconds its time differs from now. */
  isSigned: boolean;
  skewSeconds: number;
}

/** A simulator that is called as Stripe is, and an ear for its webhooks; both held to Stripe's own shapes. */
export class StripeBench {
  readonly heard: Heard[] = [];
  /** What is wrong with what was heard; an assertion in the ear itself would only look like a refusal. */
  private readonly faults: string[] = [];
  /** What the ear answers. */
  answerWith = 200;

  private constructor(readonly bench: TestBench) {}

  static async create(): Promise<StripeBench> {
    const ear: { hear?: (body: string, signature: string) => number } = {};
    const bench = await TestBench.create({
      sendWebhook: async (_, body, headers) => ear.hear?.(body, headers['stripe-signature'] ?? '') ?? 500,
    });
    const stripe = new StripeBench(bench);
    ear.hear = (body, signature) => stripe.hear(body, signature);
    return stripe;
  }

  async call(
    method: string,
    path: string,
    params: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<StripeBody>> {
    const form = new URLSearchParams(params).toString();
    const full = method === 'GET' && form ? `${path}?${form}` : path;
    const answer = await this.bench.call<StripeBody>({
      method,
      path: `/stripe${full}`,
      headers: {
        authorization: `Bearer ${STRIPE.secretKey}`,
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: form } : {}),
    });
    const { status, body } = answer;
    expect(CONTRACT.validateAnswer({ method, path, status, body })).toEqual([]);
    return answer;
  }

  async customer(email = 'mia@segue.test'): Promise<string> {
    return (await this.call('POST', '/v1/customers', { email })).body.id;
  }

  async checkout(customer: string, more: Record<string, string> = {}): Promise<StripeBody> {
    const { body } = await this.call('POST', '/v1/checkout/sessions', {
      mode: 'subscription',
      customer,
      'line_items[0][price]': STRIPE.priceId,
      'line_items[0][quantity]': '1',
      success_url: `${APP_URL}/billing/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${APP_URL}/billing/cancel`,
      ...more,
    });
    return body;
  }

  /** A customer who has paid; answers the subscription. */
  async subscribe(): Promise<StripeBody> {
    const { id } = await this.checkout(await this.customer());
    const { subscription } = await this.bench.control<StripeBody>('POST', `/stripe/pay/${id}`);
    return this.subscription(subscription);
  }

  async subscription(id: string): Promise<StripeBody> {
    return (await this.call('GET', `/v1/subscriptions/${id}`)).body;
  }

  /** Posts a form of a hosted page, as a browser would. */
  submit(path: string, fields: Record<string, string>): Promise<Answer<string>> {
    return this.bench.call<string>({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Moves the simulator's time on from where it is. */
  async passTime(seconds: number): Promise<void> {
    const { offsetSeconds } = await this.bench.control<{ offsetSeconds: number }>('GET', '/clock');
    await this.bench.control('PUT', '/clock', { offsetSeconds: offsetSeconds + seconds });
  }

  types(): string[] {
    expect(this.faults).toEqual([]);
    return this.heard.map(({ type }) => type);
  }

  private hear(body: string, signature: string): number {
    const event = JSON.parse(body) as {
      id: string;
      type: string;
      data: { object: StripeBody; previous_attributes?: Record<string, unknown> };
    };
    this.faults.push(...CONTRACT.validateEvent(event));
    const [, time = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    const right = createHmac('sha256', STRIPE.webhookSecret).update(`${time}.${body}`).digest('hex');
    this.heard.push({
      ...{ id: event.id, type: event.type, object: event.data.object, previous: event.data.previous_attributes },
      ...{ isSigned: v1 === right, skewSeconds: Number(time) - Math.floor(Date.now() / 1000) },
    });
    return this.answerWith;
  }
}

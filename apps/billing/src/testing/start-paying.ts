import {
  billingStatus,
  createCheckoutSession,
  customerPortal,
  type Endpoint,
  type EventEnvelope,
  type EventName,
  type EventPayload,
  type ResponseOf,
  stripeWebhook,
} from '@segue/contracts';
import {
  createTestDatabase,
  eventually,
  type RunningSimulator,
  startSimulator,
  stripeContract,
  TestClock,
  TestTokens,
} from '@segue/testing';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DUE_CHANNEL } from '../customers/customers.service.js';
import { Listeners } from '../listeners.js';
import { type Billing, startBilling } from './start-billing.js';

type Status = ResponseOf<typeof billingStatus>;

interface StripeCustomer {
  id: string;
  email: string;
  metadata: Record<string, string>;
  deleted: boolean;
  subscriptions: { id: string; status: string; items: { data: { current_period_end: number }[] } }[];
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: { url: string; code: string; message: string };
}

/** Billing and a simulated Stripe that tell each other everything. Every call and answer is held to Stripe's shapes. */
export class Paying {
  readonly tokens = new TestTokens();
  /** Stripe signs with the real time, so ours begins there. */
  readonly clock = new TestClock(new Date().toISOString());
  /** What did not fit Stripe's shapes. */
  private readonly faults: string[] = [];
  private passedMs = 0;
  private beforeAnswer: (() => Promise<void>) | undefined;
  billing: Billing;
  simulator: RunningSimulator;

  static async start(): Promise<Paying> {
    const paying = new Paying();
    const port = await freePort();
    paying.simulator = await startSimulator({
      env: { STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}${stripeWebhook.path}` },
    });
    const { apiUrl, secretKey, webhookSecret, priceId } = paying.simulator.stripe;
    const env = {
      ...{ STRIPE_API_URL: apiUrl, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret },
      ...{ STRIPE_PRICE_ID: priceId, SEGUE_SIMULATOR: 'on', SIMULATOR_URL: paying.simulator.baseUrl },
    };
    const databaseUrl = (await createTestDatabase()).urlOf('billing');
    paying.billing = await startBilling(databaseUrl, paying.clock, paying.tokens.findSigningKey, {
      env,
      fetch: checkedFetch(paying.faults, async () => paying.beforeAnswer?.()),
    });
    await paying.billing.app.listen(port, '127.0.0.1');
    return paying;
  }

  async stop(): Promise<void> {
    await this.billing.stop();
    await this.simulator.stop();
  }

  /** After each test: as if it had not been, and nothing said or heard that Stripe does not know. */
  async endTest(): Promise<void> {
    await this.simulator.control('POST', '/reset');
    this.clock.advance(-this.passedMs);
    this.passedMs = 0;
    expect(this.faults.splice(0)).toEqual([]);
  }

  async call(endpoint: Endpoint, user: string, body: object = {}): Promise<Answer> {
    const answer = await this.billing.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { authorization: `Bearer ${await this.tokens.access(user, { email: emailOf(user) })}` },
      ...(endpoint.method === 'POST' && { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  checkout(user: string, body: object = {}): Promise<Answer> {
    return this.call(createCheckoutSession, user, body);
  }

  portal(user: string): Promise<Answer> {
    return this.call(customerPortal, user);
  }

  async status(user: string): Promise<Status> {
    return (await this.call(billingStatus, user)).body as unknown as Status;
  }

  /** Waits for a plan without asking for the status, which would look at Stripe itself. */
  async untilTold(user: string, ...statuses: string[]): Promise<void> {
    await eventually(async () => expect(await this.told(user)).toEqual(statuses));
  }

  /** What the other services were told of the member's plan, in order. */
  async told(user: string): Promise<string[]> {
    const rows: { payload: { subscriptionStatus: string } }[] = await this.billing.database.query(
      `SELECT payload FROM outbox WHERE name = 'subscription.changed' AND payload->>'userId' = $1 ORDER BY sequence`,
      [user],
    );
    return rows.map(({ payload }) => payload.subscriptionStatus);
  }

  pay(url: string): Promise<unknown> {
    return this.simulator.control('POST', `/stripe/pay/${sessionOf(url)}`);
  }

  /** A member who has paid. */
  async subscribed(): Promise<{ user: string; customer: string; subscription: string }> {
    const user = randomUUID();
    await this.pay((await this.checkout(user)).body.url);
    await this.untilTold(user, 'active');
    await this.untilAnswered(user);
    const { id, subscriptions } = await this.customerOf(user);
    return { user, customer: id, subscription: subscriptions[0]?.id ?? '' };
  }

  /** Waits until every event was heard and looked into. */
  async untilAnswered(user: string): Promise<void> {
    await eventually(async () => {
      expect(await this.simulator.control('GET', '/stripe/webhooks')).toMatchObject({ waiting: [] });
      const [row] = await this.billing.database.query(
        'SELECT wakes - wakes_answered AS open FROM customers WHERE user_id = $1',
        [user],
      );
      expect(row).toEqual({ open: 0 });
    });
  }

  /** Keeps Stripe's next answer back, already given, until `release` is called. */
  async holdNextAnswer(ask: () => Promise<void>): Promise<{ asked: Promise<void>; release: () => void }> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let asked: Promise<void> = Promise.resolve();
    await new Promise<void>((given) => {
      this.beforeAnswer = () => {
        this.beforeAnswer = undefined;
        given();
        return released;
      };
      asked = ask();
    });
    return { asked, release };
  }

  act(subscription: string, action: string): Promise<unknown> {
    return this.simulator.control('POST', `/stripe/subscriptions/${subscription}/${action}`);
  }

  webhooks(mode: string): Promise<unknown> {
    return this.simulator.control('POST', '/stripe/webhooks', { mode });
  }

  async customersOf(user: string): Promise<StripeCustomer[]> {
    const all = await this.simulator.control<StripeCustomer[]>('GET', '/stripe/customers');
    return all.filter(({ metadata }) => metadata.userId === user);
  }

  async customerOf(user: string): Promise<StripeCustomer> {
    const [customer] = await this.customersOf(user);
    if (!customer) throw new Error(`Stripe has no customer of ${user}.`);
    return customer;
  }

  /** Moves our time on, which wakes nobody by itself; `endTest` moves it back. */
  async passTime(ms: number): Promise<void> {
    this.clock.advance(ms);
    this.passedMs += ms;
    await this.billing.database.query('SELECT pg_notify($1, $2)', [DUE_CHANNEL, '']);
  }

  /** Has billing hear an event of another service. */
  async tell<N extends EventName>(name: N, payload: EventPayload<N>): Promise<void> {
    const event = { id: randomUUID(), name, occurredAt: this.clock.now().toISOString(), requestId: null, payload };
    const listeners = this.billing.app.get(Listeners);
    if (name === 'user.registered') await listeners.greetMember(event as EventEnvelope<'user.registered'>);
    if (name === 'user.updated') await listeners.updateMember(event as EventEnvelope<'user.updated'>);
    if (name === 'user.deleted') await listeners.forgetMember(event as EventEnvelope<'user.deleted'>);
  }

  /** `Stripe-Signature` of a body, as Stripe makes it. */
  sign(body: string, ageSeconds = 0, secret = this.simulator.stripe.webhookSecret): string {
    const time = Math.floor(this.clock.now().getTime() / 1000) - ageSeconds;
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  }

  async post(body: string, signature: string | undefined): Promise<{ status: number; code: string | undefined }> {
    const answer = await this.billing.app.inject({
      method: 'POST',
      url: stripeWebhook.path,
      headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
      payload: body,
    });
    return { status: answer.statusCode, code: (answer.json() as { code?: string }).code };
  }
}

export const emailOf = (user: string): string => `${user}@members.test`;
export const sessionOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** Passes everything on and notes what does not fit Stripe's shapes. */
function checkedFetch(faults: string[], beforeAnswer: () => Promise<void>): typeof fetch {
  const contract = stripeContract();
  return async (input, init) => {
    const url = new URL(String(input));
    const call = { method: init?.method ?? 'GET', path: url.pathname.replace(/^\/stripe/, '') + url.search };
    faults.push(...contract.validateCall({ ...call, form: String(init?.body ?? '') }));
    const response = await fetch(input, init);
    const body: unknown = JSON.parse(await response.clone().text());
    faults.push(...contract.validateAnswer({ ...call, status: response.status, body }));
    await beforeAnswer();
    return response;
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

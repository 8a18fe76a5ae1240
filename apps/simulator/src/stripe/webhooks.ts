import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type EventRow } from './event-shape.js';

/** How deliveries behave. `release` lets go what `hold` kept back and goes back to normal. */
export const WebhookMode = z.enum([
  'normal',
  'duplicate',
  'reverse',
  'hold',
  'release',
  'bad-signature',
  'stale',
  'future',
  'drop',
]);
export type WebhookMode = z.infer<typeof WebhookMode>;

interface Delivery {
  event: EventRow;
  attempts: number;
  /** In the machine's time, ms since 1970. */
  dueAtMs: number;
}

export interface WebhooksState {
  mode: WebhookMode;
  held: EventRow[];
  waiting: Delivery[];
}

/** Sends one delivery and answers the HTTP status; throws when there is no answer. */
export type SendWebhook = (url: string, body: string, headers: Record<string, string>) => Promise<number>;

export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** The machine's time, not the simulator's: Stripe signs with the real time whatever a test clock says. */
  machineNowMs: () => number;
  send?: SendWebhook;
}

const ANSWER_WITHIN_MS = 10_000;
/** Stripe retries for days; here the pauses double from one second, up to some minutes. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 2 * 60 * 1000;
const MOST_ATTEMPTS = 20;
const HOUR_SECONDS = 60 * 60;

/** Delivers events to the product, signed, in the order of their making unless told to misbehave. */
export class Webhooks {
  private mode: WebhookMode = 'normal';
  private held: EventRow[] = [];
  private waiting: Delivery[] = [];
  private timer: NodeJS.Timeout | undefined;
  private delivering = false;
  private closed = false;
  private endpoint: WebhookEndpoint | undefined;
  onChange: () => void = () => undefined;

  /** Where deliveries go. What waited from before a restart is sent now. */
  connect(endpoint: WebhookEndpoint): void {
    this.endpoint = endpoint;
    this.wake();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Takes the events of one change. */
  take(events: EventRow[]): void {
    if (this.mode === 'drop') return;
    if (this.mode === 'hold') this.held.push(...events);
    else this.enqueue(events);
    this.onChange();
  }

  /** What was held back goes out the new mode's way. */
  setMode(mode: WebhookMode): void {
    this.mode = mode === 'release' ? 'normal' : mode;
    if (this.mode === 'hold') return;
    const { held } = this;
    this.held = [];
    this.take(held);
  }

  report(): { mode: WebhookMode; held: string[]; waiting: { id: string; type: string; attempts: number }[] } {
    const waiting = this.waiting.map(({ event: { id, type }, attempts }) => ({ id, type, attempts }));
    return { mode: this.mode, held: this.held.map(({ type }) => type), waiting };
  }

  toState(): WebhooksState {
    return { mode: this.mode, held: this.held, waiting: this.waiting };
  }

  restore({ mode, held, waiting }: WebhooksState): void {
    Object.assign(this, { mode, held, waiting });
  }

  private enqueue(events: EventRow[]): void {
    const ordered = this.mode === 'reverse' ? [...events].reverse() : events;
    const sent = this.mode === 'duplicate' ? ordered.flatMap((event) => [event, event]) : ordered;
    const dueAtMs = this.endpoint?.machineNowMs() ?? 0;
    this.waiting.push(...sent.map((event) => ({ event, attempts: 0, dueAtMs })));
    this.wake();
  }

  private wake(): void {
    if (this.closed || this.delivering || !this.endpoint) return;
    clearTimeout(this.timer);
    const dueAtMs = Math.min(...this.waiting.map((delivery) => delivery.dueAtMs));
    if (dueAtMs === Infinity) return;
    const pauseMs = Math.max(0, dueAtMs - this.endpoint.machineNowMs());
    this.timer = setTimeout(() => void this.deliverDue(), pauseMs).unref();
  }

  private async deliverDue(): Promise<void> {
    const { endpoint } = this;
    if (!endpoint || this.delivering) return;
    this.delivering = true;
    for (;;) {
      const nowMs = endpoint.machineNowMs();
      const delivery = this.waiting.find(({ dueAtMs }) => dueAtMs <= nowMs);
      if (!delivery || this.closed) break;
      await this.deliver(endpoint, delivery);
    }
    this.delivering = false;
    this.onChange();
    this.wake();
  }

  private async deliver(endpoint: WebhookEndpoint, delivery: Delivery): Promise<void> {
    const body = JSON.stringify(delivery.event);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': this.sign(endpoint, body),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    const status = await (endpoint.send ?? sendByHttp)(endpoint.url, body, headers).catch(() => 0);
    delivery.attempts += 1;
    const isDone = (status >= 200 && status < 300) || delivery.attempts === MOST_ATTEMPTS;
    if (isDone) this.waiting = this.waiting.filter((other) => other !== delivery);
    else {
      const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** (delivery.attempts - 1), LONGEST_RETRY_MS);
      delivery.dueAtMs = endpoint.machineNowMs() + pauseMs;
    }
  }

  /** `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. https://docs.stripe.com/webhooks#verify-manually */
  private sign({ secret, machineNowMs }: WebhookEndpoint, body: string): string {
    const skewSeconds = this.mode === 'stale' ? -HOUR_SECONDS : this.mode === 'future' ? HOUR_SECONDS : 0;
    const timestamp = Math.floor(machineNowMs() / 1000) + skewSeconds;
    const key = this.mode === 'bad-signature' ? `${secret}-of-somebody-else` : secret;
    return `t=${timestamp},v1=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;
  }
}

const sendByHttp: SendWebhook = async (url, body, headers) => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
  await response.arrayBuffer();
  return response.status;
};

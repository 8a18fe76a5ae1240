import { EVENT_LISTENERS, type EventEnvelope, type ServiceName } from '@segue/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { BrokerConnection } from './broker-connection.js';
import { ConfirmedPublisher } from './confirmed-publisher.js';
import { EventServer } from './event-server.js';
import { parkedEvents } from './metrics.js';
import {
  declareTopology,
  EVENTS_EXCHANGE,
  PARKED_EXCHANGE,
  queueOf,
  retryExchangeOf,
  routingKeyOf,
} from './rabbitmq-topology.js';
import { type EventTransport, RETRY_PAUSES_MS } from './transport.js';

/** Events in the hands of one service at once. Each holds a connection of its database pool, which has ten. */
const PREFETCH = 8;
/** How often a consumer makes sure that the broker still knows it. */
const CONSUMER_CHECK_MS = 4000;
const MOVE_RETRY_PAUSE_MS = 1000;
const LONGEST_ERROR_TEXT = 2000;
/** A broker that hangs answers no goodbye. */
const CANCEL_TIMEOUT_MS = 2000;

/** Headers of a message that failed before. */
const ATTEMPTS_HEADER = 'x-segue-attempts';
export const ERROR_HEADER = 'x-segue-last-error';

/** Publishes each event once for each service that listens, so that the broker can say of each that it is safe. */
export class RabbitEventTransport implements EventTransport {
  constructor(private readonly publisher: ConfirmedPublisher) {}

  /** All at once: the broker takes them in this order, and one wait for its disks serves many. */
  async publish(events: readonly EventEnvelope[]): Promise<void> {
    await Promise.all(
      events.flatMap((event) => {
        const content = Buffer.from(JSON.stringify(event));
        return EVENT_LISTENERS[event.name].map((service) =>
          this.publisher.publish({
            exchange: EVENTS_EXCHANGE,
            routingKey: routingKeyOf(service, event.name),
            content,
          }),
        );
      }),
    );
  }

  close(): Promise<void> {
    return this.publisher.close();
  }
}

const Envelope = z.looseObject({ id: z.uuid(), name: z.string(), payload: z.unknown() });

/** @returns null for a message that is no event. */
export function readEvent(content: Buffer): EventEnvelope | null {
  try {
    return Envelope.parse(JSON.parse(content.toString('utf8'))) as unknown as EventEnvelope;
  } catch {
    return null;
  }
}

/** How often a message failed already. */
export const attemptsOf = (message: Pick<ConsumeMessage, 'properties'>): number =>
  Number(message.properties.headers?.[ATTEMPTS_HEADER] ?? 0);

/**
 * Consumes the queue of one service. A message is acknowledged when its handler is done or when the copy for the next
 * try is safe; a crash between the two hands it out again.
 */
export class RabbitEventServer extends EventServer {
  override readonly transportId = Symbol('rabbitmq');
  private connection: BrokerConnection | undefined;
  private consumer: { channel: Channel; tag: string } | null = null;
  private readonly running = new Set<Promise<void>>();
  private closed = false;

  constructor(
    private readonly url: string,
    service: ServiceName,
    /** Takes what has to be tried again; consumers must go on while the broker blocks publishers. */
    private readonly publisher: ConfirmedPublisher,
    private readonly log: Logger,
    private readonly retryPausesMs: readonly number[] = RETRY_PAUSES_MS,
  ) {
    super(service);
  }

  async close(): Promise<void> {
    this.closed = true;
    const { consumer } = this;
    if (consumer) {
      // A lost channel has no consumer any more, which amqplib answers with an error.
      const cancelled = (async () => consumer.channel.cancel(consumer.tag))().catch(() => undefined);
      await Promise.race([cancelled, pause(CANCEL_TIMEOUT_MS, undefined, { ref: false })]);
    }
    await Promise.all(this.running);
    await this.connection?.close();
  }

  override unwrap<T>(): T {
    return this.connection as T;
  }

  protected async start(): Promise<void> {
    this.connection = new BrokerConnection(
      this.url,
      `segue-${this.service}-consumer`,
      (connection) => this.consume(connection),
      this.log,
    );
  }

  private async consume(connection: ChannelModel): Promise<void> {
    const channel = await connection.createChannel();
    BrokerConnection.watchChannel(connection, channel);
    channel.on('close', () => {
      if (this.consumer?.channel === channel) this.consumer = null;
    });
    await declareTopology(channel, this.retryPausesMs);
    await channel.prefetch(PREFETCH);
    const { consumerTag } = await channel.consume(queueOf(this.service), (message) => {
      if (message) this.take(channel, message);
      // The queue was deleted under us.
      else void BrokerConnection.renew(connection);
    });
    this.consumer = { channel, tag: consumerTag };
    // A queue that is deleted and declared anew within moments may lose its consumer without a word.
    const check = setInterval(() => void this.assertKnown(connection, channel), CONSUMER_CHECK_MS).unref();
    channel.on('close', () => clearInterval(check));
  }

  private async assertKnown(connection: ChannelModel, channel: Channel): Promise<void> {
    const { consumerCount } = await channel.checkQueue(queueOf(this.service)).catch(() => ({ consumerCount: 0 }));
    if (consumerCount === 0 && !this.closed) await BrokerConnection.renew(connection);
  }

  private take(channel: Channel, message: ConsumeMessage): void {
    const work = this.handle(channel, message).catch((error: unknown) => {
      this.log.warn({ event: 'event.not-settled', err: error }, 'an event will be handed out again');
    });
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async handle(channel: Channel, message: ConsumeMessage): Promise<void> {
    const event = readEvent(message.content);
    try {
      if (!event) throw new Error('The message is no event.');
      await this.dispatch(event);
    } catch (error) {
      const attempts = attemptsOf(message) + 1;
      // What cannot be read will not be readable later.
      await this.moveOn(channel, message, attempts, event ? this.retryPausesMs[attempts - 1] : undefined, error);
    }
    channel.ack(message);
  }

  /** Puts a copy where it waits for its next try, or where it is parked when there is none. */
  private async moveOn(
    channel: Channel,
    message: ConsumeMessage,
    attempts: number,
    pauseMs: number | undefined,
    error: unknown,
  ): Promise<void> {
    const { routingKey } = message.fields;
    const facts = { service: this.service, routingKey, attempts, err: error };
    if (pauseMs === undefined) this.log.error({ event: 'event.parked', ...facts }, 'an event is parked');
    else this.log.debug({ event: 'event.failed', ...facts, pauseMs }, 'an event will be tried again');
    const copy = {
      exchange: pauseMs === undefined ? PARKED_EXCHANGE : retryExchangeOf(pauseMs),
      routingKey,
      content: message.content,
      headers: { [ATTEMPTS_HEADER]: attempts, [ERROR_HEADER]: String(error).slice(0, LONGEST_ERROR_TEXT) },
    };
    for (;;) {
      try {
        await this.publisher.publish(copy);
        if (pauseMs === undefined) parkedEvents().inc();
        return;
      } catch (refused) {
        // Giving the message back would count as a delivery and hand it out at once; holding it does neither.
        if (this.closed || this.consumer?.channel !== channel) throw refused;
        await pause(MOVE_RETRY_PAUSE_MS);
      }
    }
  }
}

import type { ChannelModel, ConfirmChannel, MessagePropertyHeaders } from 'amqplib';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BrokerConnection } from './broker-connection.js';
import { declareTopology } from './rabbitmq-topology.js';

/** A broker that hangs confirms nothing. */
const CONFIRM_TIMEOUT_MS = 5000;

/** A relay that waits holds its rows and a connection for as long. */
const READY_TIMEOUT_MS = 3000;

/**
 * The consumers of a deleted queue have to hear of it first: RabbitMQ 3.10 hands what a successor declared at once holds
 * to a consumer that it then forgets.
 */
const REDECLARE_PAUSE_MS = 1000;

interface Message {
  readonly exchange: string;
  readonly routingKey: string;
  readonly content: Buffer;
  readonly headers?: MessagePropertyHeaders;
}

/** Hands messages to RabbitMQ over a connection of its own and knows when they are safe there. */
export class ConfirmedPublisher {
  private readonly connection: BrokerConnection;
  private channel: ConfirmChannel | null = null;
  /** Why the broker takes nothing at the moment, such as `low on memory`. */
  private blockedBecause: string | null = null;
  private readonly returned = new Set<string>();
  private redeclaring: Promise<void> | null = null;
  private readonly waiting = new Set<() => void>();

  constructor(
    url: string,
    name: string,
    private readonly logger: Logger,
    private readonly retryPausesMs?: readonly number[],
  ) {
    this.connection = new BrokerConnection(url, name, (connection) => this.setUp(connection), logger);
  }

  /** @throws Error that says why, while the broker takes no messages. */
  assertReady(): ConfirmChannel {
    if (!this.channel) throw new Error('The broker is away.');
    if (this.blockedBecause !== null) throw new Error(`The broker takes nothing now: ${this.blockedBecause}.`);
    return this.channel;
  }

  /**
   * Resolves when the message lies on the disks of its queue. A queue that is gone is declared anew first.
   * @throws Error while the broker is away, takes nothing or confirms nothing in time; the message may then be there.
   */
  async publish(message: Message): Promise<void> {
    if (await this.send(message)) return;
    this.redeclaring ??= this.redeclare().finally(() => (this.redeclaring = null));
    await this.redeclaring;
    if (!(await this.send(message))) throw new Error(`No queue takes ${message.routingKey}.`);
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private async redeclare(): Promise<void> {
    await pause(REDECLARE_PAUSE_MS);
    await declareTopology(await this.whenReady(), this.retryPausesMs);
  }

  private async setUp(connection: ChannelModel): Promise<void> {
    const channel = await connection.createConfirmChannel();
    BrokerConnection.watchChannel(connection, channel);
    channel.on('return', ({ properties }) => this.returned.add(String(properties.messageId)));
    channel.on('close', () => {
      if (this.channel === channel) this.channel = null;
    });
    connection.on('blocked', (reason) => this.block(reason));
    connection.on('unblocked', () => this.unblock());
    await declareTopology(channel, this.retryPausesMs);
    this.channel = channel;
    this.unblock();
  }

  /** A broker that comes back soon, or that is just being reached at the start, is waited for. */
  private async whenReady(): Promise<ConfirmChannel> {
    if (!this.channel || this.blockedBecause !== null) {
      const timeout = AbortSignal.timeout(READY_TIMEOUT_MS);
      await new Promise<void>((resolve) => {
        timeout.addEventListener('abort', () => resolve(), { once: true });
        this.waiting.add(resolve);
      });
    }
    return this.assertReady();
  }

  /** @returns false when no queue took it. */
  private async send({ exchange, routingKey, content, headers }: Message): Promise<boolean> {
    const channel = await this.whenReady();
    const messageId = randomUUID();
    const options = { persistent: true, mandatory: true, contentType: 'application/json', messageId, headers };
    return new Promise((resolve, reject) => {
      const tooLate = setTimeout(
        () => reject(new Error(`The broker confirmed nothing for ${CONFIRM_TIMEOUT_MS} ms.`)),
        CONFIRM_TIMEOUT_MS,
      );
      channel.publish(exchange, routingKey, content, options, (error: unknown) => {
        clearTimeout(tooLate);
        // What has no queue is returned before it is confirmed.
        if (error) reject(new Error('The broker refused a message.', { cause: error }));
        else resolve(!this.returned.delete(messageId));
      });
    });
  }

  private block(reason: string): void {
    this.blockedBecause = reason;
    this.logger.warn({ event: 'broker.blocked', reason }, 'the broker takes no more messages');
  }

  private unblock(): void {
    if (this.blockedBecause !== null) {
      this.blockedBecause = null;
      this.logger.info({ event: 'broker.unblocked' }, 'the broker takes messages again');
    }
    for (const resume of this.waiting) resume();
    this.waiting.clear();
  }
}

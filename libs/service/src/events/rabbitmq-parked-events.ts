import type { ServiceName } from '@segue/contracts';
import { type Channel, connect, type GetMessage } from 'amqplib';
import type { ConfirmedPublisher } from './confirmed-publisher.js';
import { declareTopology, EVENTS_EXCHANGE, parkedQueueOf, queueOf } from './rabbitmq-topology.js';
import { attemptsOf, ERROR_HEADER, readEvent } from './rabbitmq-transport.js';
import type { ParkedEvent, ParkedEvents } from './transport.js';

/** Parked are the messages in the dead letter queue of a service. */
export class RabbitParkedEvents implements ParkedEvents {
  /** @param publisher hands over what is replayed; it is closed with this. */
  constructor(
    private readonly url: string,
    private readonly publisher: ConfirmedPublisher,
    private readonly retryPausesMs?: readonly number[],
  ) {}

  list(service: ServiceName, limit: number): Promise<ParkedEvent[]> {
    return this.withChannel(async (channel) => {
      const messages: GetMessage[] = [];
      while (messages.length < limit) {
        const message = await channel.get(parkedQueueOf(service));
        if (!message) break;
        messages.push(message);
      }
      // Closing the channel gives them all back.
      return messages.map(toParkedEvent);
    });
  }

  replay(service: ServiceName): Promise<number> {
    return this.withChannel(async (channel) => {
      // What fails again while this runs comes back to the queue, and is not replayed a second time.
      const { messageCount } = await channel.checkQueue(parkedQueueOf(service));
      let replayed = 0;
      for (; replayed < messageCount; replayed += 1) {
        const message = await channel.get(parkedQueueOf(service));
        if (!message) break;
        await this.handOver(channel, message);
      }
      return replayed;
    });
  }

  /** How many messages wait for the service, and how many are parked. */
  count(service: ServiceName): Promise<{ waiting: number; parked: number }> {
    return this.withChannel(async (channel) => ({
      waiting: (await channel.checkQueue(queueOf(service))).messageCount,
      parked: (await channel.checkQueue(parkedQueueOf(service))).messageCount,
    }));
  }

  /** Hands one parked event over again. False when none has this id. */
  replayOne(service: ServiceName, eventId: string): Promise<boolean> {
    return this.withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(parkedQueueOf(service));
      // Those passed over stay unanswered until the channel closes, which gives them back.
      for (let looked = 0; looked < messageCount; looked += 1) {
        const message = await channel.get(parkedQueueOf(service));
        if (!message) return false;
        if (readEvent(message.content)?.id !== eventId) continue;
        await this.handOver(channel, message);
        return true;
      }
      return false;
    });
  }

  close(): Promise<void> {
    return this.publisher.close();
  }

  private async handOver(channel: Channel, message: GetMessage): Promise<void> {
    const { routingKey } = message.fields;
    await this.publisher.publish({ exchange: EVENTS_EXCHANGE, routingKey, content: message.content });
    channel.ack(message);
  }

  private async withChannel<Answer>(work: (channel: Channel) => Promise<Answer>): Promise<Answer> {
    const connection = await connect(this.url);
    try {
      const channel = await connection.createChannel();
      await declareTopology(channel, this.retryPausesMs);
      const answer = await work(channel);
      await channel.close();
      return answer;
    } finally {
      await connection.close();
    }
  }
}

const toParkedEvent = (message: GetMessage): ParkedEvent => ({
  event: readEvent(message.content),
  attempts: attemptsOf(message),
  lastError: String(message.properties.headers?.[ERROR_HEADER] ?? 'It was handed out too often without an answer.'),
});

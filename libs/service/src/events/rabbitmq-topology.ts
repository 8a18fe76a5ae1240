import { EVENT_LISTENERS, type EventName, type ServiceName } from '@segue/contracts';
import type { Channel, Options } from 'amqplib';
import { RETRY_PAUSES_MS } from './transport.js';

/** Events come in here. The routing key is `<service>.<event name>`, so that each message has one queue. */
export const EVENTS_EXCHANGE = 'segue.events';
/** What was tried in vain, by the same routing key. */
export const PARKED_EXCHANGE = 'segue.parked';

export const queueOf = (service: ServiceName): string => `segue.${service}`;
export const parkedQueueOf = (service: ServiceName): string => `segue.${service}.parked`;
/** Also the name of the queue behind it, whose messages return to their service after the pause. */
export const retryExchangeOf = (pauseMs: number): string => `segue.retry.${pauseMs}`;
export const routingKeyOf = (service: ServiceName, event: EventName): string => `${service}.${event}`;

const LISTENING = [...new Set<ServiceName>(Object.values(EVENT_LISTENERS).flat())];

/**
 * A message that was handed out this often without an answer, because its consumer died each time, is parked. RabbitMQ
 * before 4.0 has no limit of its own, so it is said.
 */
const DELIVERY_LIMIT = 10;
/** Looking at what is parked hands it out each time; no look may ever be the last. RabbitMQ 4 would drop it after 20. */
const PARKED_DELIVERY_LIMIT = 1_000_000;

/** Dead letters are kept until the next queue has them; that needs a full queue to refuse rather than to drop. */
const deadLetterTo = (exchange: string): Record<string, unknown> => ({
  'x-dead-letter-exchange': exchange,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

const quorumQueue = (args: Record<string, unknown>): Options.AssertQueue => ({
  durable: true,
  arguments: { 'x-queue-type': 'quorum', ...args },
});

/**
 * Declares everything that events travel through, for all services: a publisher that starts before its listeners must
 * lose nothing. Safe to repeat; what is there already stays as it is.
 */
export async function declareTopology(
  channel: Channel,
  retryPausesMs: readonly number[] = RETRY_PAUSES_MS,
): Promise<void> {
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  await channel.assertExchange(PARKED_EXCHANGE, 'topic', { durable: true });
  for (const service of LISTENING) {
    await channel.assertQueue(parkedQueueOf(service), quorumQueue({ 'x-delivery-limit': PARKED_DELIVERY_LIMIT }));
    await channel.bindQueue(parkedQueueOf(service), PARKED_EXCHANGE, `${service}.#`);
    const deadLetters = deadLetterTo(PARKED_EXCHANGE);
    await channel.assertQueue(queueOf(service), quorumQueue({ 'x-delivery-limit': DELIVERY_LIMIT, ...deadLetters }));
    await channel.bindQueue(queueOf(service), EVENTS_EXCHANGE, `${service}.#`);
  }
  for (const pauseMs of retryPausesMs) {
    const name = retryExchangeOf(pauseMs);
    await channel.assertExchange(name, 'fanout', { durable: true });
    await channel.assertQueue(name, quorumQueue({ 'x-message-ttl': pauseMs, ...deadLetterTo(EVENTS_EXCHANGE) }));
    await channel.bindQueue(name, name, '');
  }
}

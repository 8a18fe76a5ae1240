import type { EventEnvelope } from '@segue/contracts';

/**
 * Carries events from the relay to every service that listens. Two implementations, one for PostgreSQL and one
 * for RabbitMQ; each brings the NestJS server that hands what arrives to `@EventPattern` handlers.
 */
export interface EventTransport {
  /** Resolves when the event is safe with the carrier. May be called twice for one event. */
  publish(event: EventEnvelope): Promise<void>;
  close(): Promise<void>;
}

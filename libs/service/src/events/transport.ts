import type { EventEnvelope, ServiceName } from '@segue/contracts';

/**
 * Carries events from the relay to every service that listens. Two implementations, one for PostgreSQL and one
 * for RabbitMQ; each brings the NestJS server that hands what arrives to `@EventPattern` handlers.
 */
export interface EventTransport {
  /** Resolves when the events are safe with the carrier, in this order. May be called twice for one event. */
  publish(events: readonly EventEnvelope[]): Promise<void>;
  close(): Promise<void>;
}

/** A failing event is tried this often, then it is parked. */
export const MAX_ATTEMPTS = 8;
/** The pause after each failure but the last, in ms: e^n seconds, half an hour in all. */
export const RETRY_PAUSES_MS: readonly number[] = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) =>
  Math.round(Math.exp(index + 1) * 1000),
);

/** An event that one service could not take in, however often it tried. */
export interface ParkedEvent {
  /** Null for a message that is no event at all. */
  readonly event: EventEnvelope | null;
  readonly attempts: number;
  /** What the last attempt failed with. */
  readonly lastError: string;
}

/** What is parked for one service: to look at, and to hand over again once the cause is mended. */
export interface ParkedEvents {
  /** The oldest first, at most `limit`. They stay parked. */
  list(service: ServiceName, limit: number): Promise<ParkedEvent[]>;
  /** Hands everything parked for the service over again, with all its attempts. @returns how many. */
  replay(service: ServiceName): Promise<number>;
  close(): Promise<void>;
}

import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { EventEnvelope, ServiceName } from '@segue/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import { inRequest } from '../logging/request-context.js';
import { parkedEvents } from './metrics.js';

/** The receiving side of a carrier as a NestJS transport: gives what arrives to the `@EventPattern` handlers. */
export abstract class EventServer extends Server implements CustomTransportStrategy {
  constructor(protected readonly service: ServiceName) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    parkedEvents();
    this.start().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  abstract override close(): Promise<void>;

  override on(): never {
    throw new Error('This transport has no connection events.');
  }

  /** Starts to take events in; whoever starts before the carrier is there waits for it in the background. */
  protected abstract start(): Promise<void>;

  /** Resolves when the handler is done with the event. @throws what the handler throws. */
  protected async dispatch(event: EventEnvelope): Promise<void> {
    const handler = this.getHandlerByPattern(event.name);
    if (!handler) throw new Error(`${this.service} listens to ${event.name} but has no handler for it.`);
    await inRequest(event.requestId ?? event.id, async () => {
      const result: unknown = await handler(event);
      // Nothing has happened yet: the handler runs when somebody subscribes.
      if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    });
  }
}

import { EVENT_LISTENERS, type ServiceName } from '@segue/contracts';
import { redactText } from '../logging/logger.js';
import { DEAD_LETTERS_SHOWN, EventQueue, type QueueState } from './event-queue.js';
import type { RabbitParkedEvents } from './rabbitmq-parked-events.js';
import type { ParkedEvent } from './transport.js';

/** Longer reasons are stack traces. */
const LONGEST_ERROR = 300;
const NOTHING: QueueState = { queue: { count: 0, oldestAt: null }, deadLetters: { count: 0, newest: [] } };

/** The queue of one service at the broker. The broker does not tell since when a message waits. */
export class RabbitEventQueue extends EventQueue {
  private readonly listens: boolean;

  constructor(
    private readonly parked: RabbitParkedEvents,
    private readonly service: ServiceName,
  ) {
    super();
    this.listens = Object.values<readonly ServiceName[]>(EVENT_LISTENERS).some((listeners) =>
      listeners.includes(service),
    );
  }

  async state(): Promise<QueueState> {
    if (!this.listens) return NOTHING;
    const { waiting, parked } = await this.parked.count(this.service);
    const newest = parked === 0 ? [] : await this.parked.list(this.service, DEAD_LETTERS_SHOWN);
    return {
      queue: { count: waiting, oldestAt: null },
      deadLetters: { count: parked, newest: newest.flatMap(toDeadLetter) },
    };
  }

  async replay(eventId: string): Promise<boolean> {
    return this.listens && this.parked.replayOne(this.service, eventId);
  }
}

/** A message that is no event has nothing to be named by; the command for parked events shows it. */
function toDeadLetter({ event, attempts, lastError }: ParkedEvent): QueueState['deadLetters']['newest'] {
  if (event === null) return [];
  const { id, name, occurredAt } = event;
  return [{ id, name, occurredAt, attempts, error: redactText(lastError).slice(0, LONGEST_ERROR) }];
}

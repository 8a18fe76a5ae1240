import type { DeadLetter, Waiting } from '@segue/contracts';

/** What waits for one service at the carrier, and what the carrier has given up. */
export interface QueueState {
  queue: Waiting;
  deadLetters: { count: number; newest: DeadLetter[] };
}

/** One service's own queue, seen by an operator. Each carrier of events brings its own. */
export abstract class EventQueue {
  abstract state(): Promise<QueueState>;

  /**
   * Lets a dead letter be heard again, with all its attempts.
   * @param eventId the id of the event, not of what the carrier made of it.
   * @returns false when no dead letter has this id.
   */
  abstract replay(eventId: string): Promise<boolean>;
}

/** Dead letters an operator gets to see at once. */
export const DEAD_LETTERS_SHOWN = 20;

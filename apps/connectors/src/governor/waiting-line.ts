import type { Priority } from '../platforms/platform.js';

export interface Ticket {
  readonly member: string;
  readonly priority: Priority;
  admit(): void;
  refuse(reason: Error): void;
}

const PRIORITIES = ['interactive', 'background'] as const satisfies readonly Priority[];

/**
 * Who is called next: people before jobs, and within each the members in turn, so that one with 10,000 calls waiting
 * delays another by one call at most.
 */
export class WaitingLine {
  /** Members in the order of their turn (a Map keeps it), each with their own queue. */
  private readonly queues: Record<Priority, Map<string, Ticket[]>> = { interactive: new Map(), background: new Map() };

  join(ticket: Ticket): void {
    const members = this.queues[ticket.priority];
    const waiting = members.get(ticket.member);
    if (waiting) waiting.push(ticket);
    else members.set(ticket.member, [ticket]);
  }

  /** The member whose turn it is goes to the end of the round. */
  next(mayRun: (member: string) => boolean): Ticket | undefined {
    for (const priority of PRIORITIES) {
      const members = this.queues[priority];
      for (const [member, waiting] of members) {
        if (!mayRun(member)) continue;
        const ticket = waiting.shift();
        members.delete(member);
        if (waiting.length > 0) members.set(member, waiting);
        return ticket;
      }
    }
    return undefined;
  }

  hasNext(mayRun: (member: string) => boolean): boolean {
    return PRIORITIES.some((priority) => [...this.queues[priority].keys()].some(mayRun));
  }

  /** Empties the line. */
  takeAll(): Ticket[] {
    return PRIORITIES.flatMap((priority) => {
      const tickets = [...this.queues[priority].values()].flat();
      this.queues[priority].clear();
      return tickets;
    });
  }
}

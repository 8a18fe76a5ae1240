import type { Priority } from '../platforms/platform.js';

export interface Ticket {
  readonly member: string;
  readonly priority: Priority;
  admit(): void;
  refuse(reason: Error): void;
}

/** Who gets how much of the calls, in percent, while all wait; what a class does not use goes to the others. */
export const SHARES: Readonly<Record<Priority, number>> = { interactive: 40, job: 40, background: 15, maintenance: 5 };
const PRIORITIES: readonly Priority[] = ['interactive', 'job', 'background', 'maintenance'];

/**
 * Who is called next: each class as often as its share says (stride scheduling: the class that is furthest behind its
 * share), and within each the members in turn, so that one with 10,000 calls waiting delays another by one call at most.
 */
export class WaitingLine {
  /** Members in the order of their turn (a Map keeps it), each with their own queue. */
  private readonly queues = ofEach(() => new Map<string, Ticket[]>());
  private readonly counts = ofEach(() => 0);
  /** Calls let through, divided by the share. */
  private readonly strides = ofEach(() => 0);
  /** Where the class stood that was called last: who comes anew starts from here and has saved up nothing. */
  private stride = 0;

  join(ticket: Ticket): void {
    const { priority, member } = ticket;
    if (this.counts[priority] === 0) this.strides[priority] = Math.max(this.strides[priority], this.stride);
    this.counts[priority] += 1;
    const members = this.queues[priority];
    const waiting = members.get(member);
    if (waiting) waiting.push(ticket);
    else members.set(member, [ticket]);
  }

  /** The member whose turn it is goes to the end of the round. */
  next(mayRun: (member: string) => boolean): Ticket | undefined {
    const [priority] = this.runnable(mayRun).sort((one, other) => this.strides[one] - this.strides[other]);
    if (priority === undefined) return undefined;
    this.stride = this.strides[priority];
    this.strides[priority] += 1 / SHARES[priority];
    return this.takeFrom(priority, mayRun);
  }

  hasNext(mayRun: (member: string) => boolean): boolean {
    return this.runnable(mayRun).length > 0;
  }

  /** Calls of its class that go before the next one of a member: of each other member as many as of this one. */
  ahead(priority: Priority, member: string): number {
    const members = this.queues[priority];
    const own = members.get(member)?.length ?? 0;
    let ahead = own;
    for (const [other, { length }] of members) if (other !== member) ahead += Math.min(length, own + 1);
    return ahead;
  }

  /** Calls that wait, by class. */
  get waiting(): Readonly<Record<Priority, number>> {
    return { ...this.counts };
  }

  /** Empties the line. */
  takeAll(): Ticket[] {
    return PRIORITIES.flatMap((priority) => {
      const tickets = [...this.queues[priority].values()].flat();
      this.queues[priority].clear();
      this.counts[priority] = 0;
      return tickets;
    });
  }

  private runnable(mayRun: (member: string) => boolean): Priority[] {
    return PRIORITIES.filter((priority) => firstOf(this.queues[priority], mayRun) !== undefined);
  }

  private takeFrom(priority: Priority, mayRun: (member: string) => boolean): Ticket | undefined {
    const members = this.queues[priority];
    const member = firstOf(members, mayRun);
    if (member === undefined) return undefined;
    const waiting = members.get(member) ?? [];
    const ticket = waiting.shift();
    members.delete(member);
    if (waiting.length > 0) members.set(member, waiting);
    if (ticket) this.counts[priority] -= 1;
    return ticket;
  }
}

function firstOf(members: ReadonlyMap<string, unknown>, mayRun: (member: string) => boolean): string | undefined {
  for (const member of members.keys()) if (mayRun(member)) return member;
  return undefined;
}

const ofEach = <T>(make: () => T): Record<Priority, T> => ({
  interactive: make(),
  job: make(),
  background: make(),
  maintenance: make(),
});

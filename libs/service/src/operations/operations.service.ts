import { Inject, Injectable } from '@nestjs/common';
import type { EventBacklog, OPERATIONS, ResponseOf, Waiting } from '@segue/contracts';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AppError } from '../app-error.js';
import { EventQueue } from '../events/event-queue.js';
import { DEPENDENCIES, type Dependency, reportHealth } from '../health/health.controller.js';
import { LOGGER } from '../logging/logger.js';
import { RecentLines } from '../logging/recent-lines.js';

type State = ResponseOf<(typeof OPERATIONS)['auth']['serviceState']>;

/** What a service can tell an operator about itself. */
@Injectable()
export class OperationsService {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: readonly Dependency[],
    private readonly dataSource: DataSource,
    private readonly queue: EventQueue,
    private readonly lines: RecentLines,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async state(): Promise<State> {
    const health = await reportHealth(this.dependencies);
    return { ...health, events: health.dependencies['database'] === 'up' ? await this.backlog() : null };
  }

  logs(): { error: string[]; out: string[] } {
    return this.lines.read();
  }

  /** @throws AppError `not_found` when no dead letter of this service has the id. */
  async replay(eventId: string): Promise<{ replayed: true }> {
    if (!(await this.queue.replay(eventId))) throw new AppError('not_found', { eventId });
    this.logger.info({ event: 'dead-letter.replayed', eventId }, 'a parked event is heard again');
    return { replayed: true };
  }

  private async backlog(): Promise<EventBacklog> {
    const [outbox, { queue, deadLetters }] = await Promise.all([this.outbox(), this.queue.state()]);
    return { outbox, queue, deadLetters };
  }

  private async outbox(): Promise<Waiting> {
    const [{ count, oldest_at }] = (await this.dataSource.query(
      'SELECT count(*)::int AS count, min(occurred_at) AS oldest_at FROM outbox',
    )) as [{ count: number; oldest_at: Date | null }];
    return { count, oldestAt: oldest_at?.toISOString() ?? null };
  }
}

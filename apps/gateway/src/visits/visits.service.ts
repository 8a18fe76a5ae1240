import { pageTemplateOf } from '@segue/contracts';
import { Clock, LOGGER, Outbox, RateLimiter } from '@segue/service';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { consentingVisitor, type VisitRequest } from './visitor.js';

/** Above this one network is a program and no reader. */
const VISITS_PER_NETWORK = { name: 'visits', points: 240, windowSeconds: 60 };

/** Counts visits of pages, of those alone who allow it. */
@Injectable()
export class VisitsService {
  private readonly limit = new RateLimiter(VISITS_PER_NETWORK);

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Tells of a visit, as the page's template.
   * @returns whether it counts: not without consent, for an address of no page, or from a network that sends too many.
   */
  async record(path: string, request: VisitRequest): Promise<boolean> {
    const template = pageTemplateOf(path);
    const visitor = consentingVisitor(request);
    if (template === null || visitor === null) return false;
    try {
      await this.limit.take(visitor.ip);
    } catch {
      return false;
    }
    const visit = { path: template, ...visitor, at: this.clock.now().toISOString() };
    await this.dataSource.transaction((tx) => this.outbox.publish(tx, 'visit.recorded', visit));
    return true;
  }

  /** The same beside an answer that does not wait for it. What only loads ahead has not been seen by anybody. */
  recordLoad(path: string, request: VisitRequest): void {
    if (request.headers['sec-purpose']?.includes('prefetch')) return;
    this.record(path, request).catch((err: unknown) => {
      this.logger.warn({ event: 'visit.lost', err }, 'a visit could not be counted');
    });
  }
}

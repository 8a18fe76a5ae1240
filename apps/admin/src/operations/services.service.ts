import { Inject, Injectable } from '@nestjs/common';
import {
  LOG_PANELS_MAX_BYTES,
  OPERATED_SERVICES,
  type OperatedService,
  OPERATIONS,
  platformGovernors,
  type ServiceStatus,
} from '@segue/contracts';
import { Clock, LOGGER, ServiceClient } from '@segue/service';
import type { Logger } from 'pino';
import { toPanel } from './log-panel.js';

/** Asks every service about itself, all at once: one that is away costs its own lines and nobody else's. */
@Injectable()
export class ServicesService {
  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async statuses(): Promise<{ services: ServiceStatus[] }> {
    return { services: await Promise.all(OPERATED_SERVICES.map((service) => this.statusOf(service))) };
  }

  /** A service that cannot be asked is the newest line of the errors. */
  async logs(): Promise<{ error: string; out: string }> {
    const all = await Promise.all(OPERATED_SERVICES.map((service) => this.logsOf(service)));
    const panel = (name: 'error' | 'out') =>
      toPanel(
        all.flatMap((lines) => lines[name]),
        LOG_PANELS_MAX_BYTES / 2,
      );
    return { error: panel('error'), out: panel('out') };
  }

  /** @throws AppError `not_found` when the service has no such dead letter. */
  replay(service: OperatedService, id: string): Promise<{ replayed: true }> {
    return this.client.call(OPERATIONS[service].replayDeadLetter, { params: { id } });
  }

  gates() {
    return this.client.call(platformGovernors, {});
  }

  private async statusOf(service: OperatedService): Promise<ServiceStatus> {
    try {
      return { service, ...(await this.client.call(OPERATIONS[service].serviceState, {})) };
    } catch (error) {
      this.logger.debug({ event: 'service.unreachable', asked: service, err: error }, 'a service did not answer');
      return { service, status: 'unreachable', dependencies: {}, events: null };
    }
  }

  private async logsOf(service: OperatedService): Promise<{ error: string[]; out: string[] }> {
    try {
      return await this.client.call(OPERATIONS[service].recentLogs, {});
    } catch {
      const time = this.clock.now().toISOString();
      const msg = 'This service does not answer, so its lines are missing here.';
      return { error: [JSON.stringify({ level: 'error', time, service, msg })], out: [] };
    }
  }
}

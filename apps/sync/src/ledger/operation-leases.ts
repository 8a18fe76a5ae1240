import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@segue/service';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

/** A process that died lets its operations go after this long. */
export const LEASE_SECONDS = 15;
const RENEW_EVERY_MS = 5_000;

const TAKE = `
  UPDATE operations SET holder = $2, lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS}), settled_at = NULL
  WHERE id = $1 AND lease_expires_at < now() AND (settled_at IS NULL OR unfinished)
  RETURNING id`;
/** Waits for nobody: two that change several rows each in their own order would lock each other out. */
const RENEW = `
  UPDATE operations SET lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
  WHERE id IN (SELECT id FROM operations WHERE id = ANY($1) AND holder = $2 FOR UPDATE SKIP LOCKED)`;
const LET_GO = 'UPDATE operations SET lease_expires_at = now() WHERE id = $1 AND holder = $2';

/**
 * Which operations this process works on. A lease ends with the work or, when the process dies, by itself; the database's
 * clock decides, so replicas agree.
 */
@Injectable()
export class OperationLeases implements OnApplicationBootstrap, OnApplicationShutdown {
  /** This process, among its replicas. */
  readonly holder = randomUUID();
  private readonly held = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** A row that was inserted with this process as its holder. */
  keep(operationId: string): void {
    this.held.add(operationId);
  }

  /** Takes over an operation nobody works on any more. False when somebody does, or nothing is left to do. */
  async take(operationId: string): Promise<boolean> {
    const [taken] = (await this.dataSource.query(TAKE, [operationId, this.holder])) as [unknown[], number];
    if (taken.length === 0) return false;
    this.held.add(operationId);
    return true;
  }

  /** Ends the work on it. A lease that cannot be given back runs out by itself. */
  async letGo(operationId: string): Promise<void> {
    this.held.delete(operationId);
    await this.dataSource.query(LET_GO, [operationId, this.holder]).catch(() => undefined);
  }

  private async renew(): Promise<void> {
    if (this.held.size === 0) return;
    await this.dataSource
      .query(RENEW, [[...this.held], this.holder])
      .catch((error: unknown) =>
        this.logger.warn({ event: 'operations.lease-not-renewed', err: error }, 'leases were not renewed'),
      );
  }
}

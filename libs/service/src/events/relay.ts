import type { EventEnvelope, EventName } from '@segue/contracts';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresListener } from '../database/postgres-listener.js';
import { WakefulWorker } from '../database/wakeful-worker.js';
import { showOutbox } from './metrics.js';
import { OutboxEntry } from './outbox-entry.entity.js';
import { outboxChannelOf } from './outbox.js';
import type { EventTransport } from './transport.js';

const BATCH_SIZE = 100;

/**
 * Carries committed outbox rows to the transport, oldest first, and deletes what is safe there. Several replicas
 * may run: each takes rows the others have not locked. A crash between the two steps tells an event twice.
 */
export class OutboxRelay {
  private readonly worker = new WakefulWorker(
    () => this.drain(),
    (error) => this.logger.warn({ event: 'outbox.relay-failed', err: error }, 'events have to wait'),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly transport: EventTransport,
    private readonly logger: Logger,
  ) {}

  async start(listener: PostgresListener, schema: string): Promise<void> {
    showOutbox(() => this.dataSource.getRepository(OutboxEntry).count());
    await this.worker.start(listener, outboxChannelOf(schema));
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.transport.close();
  }

  private async drain(): Promise<void> {
    while (!this.worker.isClosed && (await this.dataSource.transaction((tx) => this.relayBatch(tx))) === BATCH_SIZE);
  }

  private async relayBatch(tx: EntityManager): Promise<number> {
    const entries = await tx
      .createQueryBuilder(OutboxEntry, 'entry')
      .orderBy('entry.sequence')
      .limit(BATCH_SIZE)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    if (entries.length > 0) {
      await this.transport.publish(entries.map(toEnvelope));
      await tx.delete(
        OutboxEntry,
        entries.map(({ id }) => id),
      );
    }
    return entries.length;
  }
}

const toEnvelope = ({ id, name, occurredAt, requestId, payload }: OutboxEntry): EventEnvelope =>
  ({ id, name, occurredAt: occurredAt.toISOString(), requestId, payload }) as EventEnvelope<EventName>;

import type { EventEnvelope, ServiceName } from '@segue/contracts';
import type pg from 'pg';
import { EVENT_QUEUE_SCHEMA, queuePool, REPLACED, taskOf } from './postgres-transport.js';
import type { ParkedEvent, ParkedEvents } from './transport.js';

const PARKED_JOBS = `
  FROM ${EVENT_QUEUE_SCHEMA}._private_jobs AS job
  JOIN ${EVENT_QUEUE_SCHEMA}._private_tasks AS task ON task.id = job.task_id
  WHERE task.identifier = $1 AND NOT (${REPLACED}) AND job.attempts >= job.max_attempts AND job.locked_at IS NULL`;

/** Parked are the jobs that have used up their tries: they stay in the queue's table and nobody fetches them. */
export class PostgresParkedEvents implements ParkedEvents {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = queuePool(url, 2);
  }

  async list(service: ServiceName, limit: number): Promise<ParkedEvent[]> {
    const { rows } = await this.pool.query<{ payload: EventEnvelope; attempts: number; last_error: string | null }>(
      `SELECT job.payload, job.attempts, job.last_error ${PARKED_JOBS} ORDER BY job.id LIMIT $2`,
      [taskOf(service), limit],
    );
    return rows.map(({ payload, attempts, last_error }) => ({ event: payload, attempts, lastError: last_error ?? '' }));
  }

  async replay(service: ServiceName): Promise<number> {
    const { rows } = await this.pool.query<{ id: string }>(`SELECT job.id ${PARKED_JOBS}`, [taskOf(service)]);
    // The queue's own function, but not through its client: that takes 0 attempts for none said.
    const { rowCount } = await this.pool.query(
      `SELECT 1 FROM ${EVENT_QUEUE_SCHEMA}.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)`,
      [rows.map(({ id }) => id)],
    );
    return rowCount ?? 0;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

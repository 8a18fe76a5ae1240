import type { EventEnvelope, ServiceName } from '@segue/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { redactText } from '../logging/logger.js';
import { DEAD_LETTERS_SHOWN, EventQueue, type QueueState } from './event-queue.js';
import { EVENT_QUEUE_ROLE, EVENT_QUEUE_SCHEMA, REPLACED, taskOf } from './postgres-transport.js';

/** Longer reasons are stack traces. */
const LONGEST_ERROR = 300;

interface QueueRow {
  waiting: number;
  oldest_at: Date | null;
  parked: number;
}
interface ParkedRow {
  payload: EventEnvelope;
  attempts: number;
  last_error: string | null;
}

/** Jobs of this service's task but replaced ones. graphile-worker leaves a job that used up its attempts where it is. */
const JOBS = `${EVENT_QUEUE_SCHEMA}._private_jobs AS job
  JOIN ${EVENT_QUEUE_SCHEMA}._private_tasks AS task
    ON task.id = job.task_id AND task.identifier = $1 AND NOT (${REPLACED})`;
const PARKED = 'job.attempts >= job.max_attempts AND job.locked_at IS NULL';

/** The queue of one service in the database, reached through the service's own connections. */
export class PostgresEventQueue extends EventQueue {
  private readonly task: string;

  constructor(
    private readonly dataSource: DataSource,
    service: ServiceName,
  ) {
    super();
    this.task = taskOf(service);
  }

  state(): Promise<QueueState> {
    return this.asQueueOwner(async (tx) => {
      const [counted] = (await tx.query(
        `SELECT count(*) FILTER (WHERE NOT (${PARKED}))::int AS waiting,
           min(job.created_at) FILTER (WHERE NOT (${PARKED})) AS oldest_at,
           count(*) FILTER (WHERE ${PARKED})::int AS parked
         FROM ${JOBS}`,
        [this.task],
      )) as [QueueRow];
      const parked = (await tx.query(
        `SELECT job.payload, job.attempts, job.last_error FROM ${JOBS}
         WHERE ${PARKED} ORDER BY job.updated_at DESC LIMIT $2`,
        [this.task, DEAD_LETTERS_SHOWN],
      )) as ParkedRow[];
      return {
        queue: { count: counted.waiting, oldestAt: counted.oldest_at?.toISOString() ?? null },
        deadLetters: { count: counted.parked, newest: parked.map(toDeadLetter) },
      };
    });
  }

  replay(eventId: string): Promise<boolean> {
    return this.asQueueOwner(async (tx) => {
      const parked = (await tx.query(`SELECT job.id FROM ${JOBS} WHERE ${PARKED} AND job.payload->>'id' = $2`, [
        this.task,
        eventId,
      ])) as Array<{ id: string }>;
      if (parked.length === 0) return false;
      await tx.query(`SELECT ${EVENT_QUEUE_SCHEMA}.reschedule_jobs($1::bigint[], now(), attempts => 0)`, [
        parked.map(({ id }) => id),
      ]);
      return true;
    });
  }

  /** A service's own login sees its schema alone; for the queue it acts as the role that owns it. */
  private asQueueOwner<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SET LOCAL ROLE ${EVENT_QUEUE_ROLE}`);
      return work(tx);
    });
  }
}

const toDeadLetter = ({ payload, attempts, last_error }: ParkedRow) => ({
  id: payload.id,
  name: payload.name,
  occurredAt: payload.occurredAt,
  attempts,
  error: redactText(last_error ?? '').slice(0, LONGEST_ERROR),
});

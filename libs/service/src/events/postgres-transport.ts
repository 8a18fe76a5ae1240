import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { EVENT_LISTENERS, type EventEnvelope, type ServiceName } from '@segue/contracts';
import { Logger as WorkerLogger, makeWorkerUtils, run, type Runner, type WorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { isObservable, lastValueFrom } from 'rxjs';
import { inRequest } from '../logging/request-context.js';
import type { EventTransport } from './transport.js';

/** Schema and owning role of the job queue. Service roles are members of it, so each connection sets it. */
export const EVENT_QUEUE_SCHEMA = 'event_queue';
export const EVENT_QUEUE_ROLE = 'segue_event_queue';

/** A failing event is tried this often, e^attempt seconds apart (about an hour in all), then stays parked. */
const MAX_ATTEMPTS = 8;
const CONCURRENCY = 4;
/** Backstop for a lost notification. */
const POLL_INTERVAL_MS = 2000;

/** What a service hears arrives as jobs of this task. */
export const taskOf = (service: ServiceName): string => `event:${service}`;

/** Connections that act as the queue's owner, so that a service's own login never sees another's schema. */
const queuePool = (url: string, max: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: `-c role=${EVENT_QUEUE_ROLE}`,
    application_name: 'segue-events',
    connectionTimeoutMillis: 2000,
  });
  // Without handlers a lost connection ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const quietLogger = (logger: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') logger.warn({ event: 'event-queue' }, message);
    else if (level === 'warning') logger.debug({ event: 'event-queue' }, message);
  });

/** Hands events to a PostgreSQL job queue (graphile-worker): one job for each service that listens. */
export class PostgresEventTransport implements EventTransport {
  private readonly pool: pg.Pool;
  private utils: Promise<WorkerUtils> | undefined;

  constructor(
    url: string,
    private readonly logger: Logger,
  ) {
    this.pool = queuePool(url, 2);
  }

  async publish(event: EventEnvelope): Promise<void> {
    this.utils ??= makeWorkerUtils({
      pgPool: this.pool,
      schema: EVENT_QUEUE_SCHEMA,
      logger: quietLogger(this.logger),
    }).catch((error: unknown) => {
      this.utils = undefined;
      throw error;
    });
    const utils = await this.utils;
    for (const service of EVENT_LISTENERS[event.name]) {
      const task = taskOf(service);
      await utils.addJob(task, event, {
        jobKey: `${event.id}:${service}`,
        jobKeyMode: 'preserve_run_at',
        maxAttempts: MAX_ATTEMPTS,
      });
    }
  }

  async close(): Promise<void> {
    await (await this.utils)?.release();
    await this.pool.end();
  }
}

/** Longer than any handler takes: a worker that holds a job this long has died with it. */
const ABANDONED_AFTER_SECONDS = 60;
const LOOK_FOR_ABANDONED_EVERY_MS = 20_000;
const HOLDERS_OF_ABANDONED = `
  SELECT DISTINCT job.locked_by FROM ${EVENT_QUEUE_SCHEMA}._private_jobs AS job
  JOIN ${EVENT_QUEUE_SCHEMA}._private_tasks AS task ON task.id = job.task_id AND task.identifier = $1
  WHERE job.locked_at < now() - make_interval(secs => ${ABANDONED_AFTER_SECONDS})`;

/** The receiving side as a NestJS transport: gives each job to the `@EventPattern` handler of its event. */
export class PostgresEventServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('postgres');
  private readonly pool: pg.Pool;
  private runner: Runner | undefined;
  private utils: WorkerUtils | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    url: string,
    private readonly service: ServiceName,
    private readonly log: Logger,
  ) {
    super();
    this.pool = queuePool(url, CONCURRENCY + 2);
  }

  listen(callback: (error?: unknown) => void): void {
    this.start().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.runner?.stop().catch(() => undefined);
    await this.utils?.release();
    await this.pool.end();
  }

  override on(): never {
    throw new Error('This transport has no connection events.');
  }

  override unwrap<T>(): T {
    return this.pool as T;
  }

  private async start(): Promise<void> {
    const options = { pgPool: this.pool, schema: EVENT_QUEUE_SCHEMA, logger: quietLogger(this.log) };
    this.utils = await makeWorkerUtils(options);
    await this.freeAbandoned();
    this.timer = setInterval(() => {
      this.freeAbandoned().catch((err: unknown) =>
        this.log.warn({ event: 'event-queue.abandoned', err }, 'abandoned jobs stay locked'),
      );
    }, LOOK_FOR_ABANDONED_EVERY_MS).unref();
    this.runner = await run({
      pgPool: this.pool,
      schema: EVENT_QUEUE_SCHEMA,
      concurrency: CONCURRENCY,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      logger: quietLogger(this.log),
      taskList: { [taskOf(this.service)]: (job) => this.dispatch(job as EventEnvelope) },
    });
  }

  /** The queue itself waits four hours. Should a slow handler be at work after all, the inbox lets one of both through. */
  private async freeAbandoned(): Promise<void> {
    const { rows } = await this.pool.query<{ locked_by: string }>(HOLDERS_OF_ABANDONED, [taskOf(this.service)]);
    if (rows.length > 0) await this.utils?.forceUnlockWorkers(rows.map(({ locked_by }) => locked_by));
  }

  private async dispatch(event: EventEnvelope): Promise<void> {
    const handler = this.getHandlerByPattern(event.name);
    if (!handler) throw new Error(`${this.service} listens to ${event.name} but has no handler for it.`);
    await inRequest(event.requestId ?? event.id, async () => {
      const result: unknown = await handler(event);
      // Nothing has happened yet: the handler runs when somebody subscribes.
      if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    });
  }
}

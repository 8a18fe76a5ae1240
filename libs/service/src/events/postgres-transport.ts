import { EVENT_LISTENERS, type EventEnvelope, type ServiceName } from '@segue/contracts';
import { Logger as WorkerLogger, makeWorkerUtils, run, type Runner, type WorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { EventServer } from './event-server.js';
import { parkedEvents } from './metrics.js';
import { type EventTransport, MAX_ATTEMPTS } from './transport.js';

/** Schema and owning role of the job queue. Service roles are members of it, so each connection sets it. */
export const EVENT_QUEUE_SCHEMA = 'event_queue';
export const EVENT_QUEUE_ROLE = 'segue_event_queue';

/**
 * True of a job that was at work when its event was handed over again, as after a crash between that and the commit. The
 * queue takes its key and its tries away and adds another: its event is not lost with it.
 */
export const REPLACED = 'job.key IS NULL AND job.attempts >= job.max_attempts';

const CONCURRENCY = 4;
/** Backstop for a lost notification. */
const POLL_INTERVAL_MS = 2000;

/** What a service hears arrives as jobs of this task. */
export const taskOf = (service: ServiceName): string => `event:${service}`;

/** Connections that act as the queue's owner, so that a service's own login never sees another's schema. */
export const queuePool = (url: string, max: number): pg.Pool => {
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

  async publish(events: readonly EventEnvelope[]): Promise<void> {
    this.utils ??= makeWorkerUtils({
      pgPool: this.pool,
      schema: EVENT_QUEUE_SCHEMA,
      logger: quietLogger(this.logger),
    }).catch((error: unknown) => {
      this.utils = undefined;
      throw error;
    });
    const utils = await this.utils;
    for (const event of events) {
      for (const service of EVENT_LISTENERS[event.name]) {
        await utils.addJob(taskOf(service), event, {
          jobKey: `${event.id}:${service}`,
          jobKeyMode: 'preserve_run_at',
          maxAttempts: MAX_ATTEMPTS,
        });
      }
    }
  }

  async close(): Promise<void> {
    await (await this.utils)?.release();
    await this.pool.end();
  }
}

/** Longer than any handler takes: a worker that holds a job this long has died with it. */
const ABANDONED_AFTER_SECONDS = 60;
const RUN_AGAIN_AFTER_MS = 1000;
const LOOK_FOR_ABANDONED_EVERY_MS = 20_000;
const HOLDERS_OF_ABANDONED = `
  SELECT DISTINCT job.locked_by FROM ${EVENT_QUEUE_SCHEMA}._private_jobs AS job
  JOIN ${EVENT_QUEUE_SCHEMA}._private_tasks AS task ON task.id = job.task_id AND task.identifier = $1
  WHERE job.locked_at < now() - make_interval(secs => ${ABANDONED_AFTER_SECONDS})`;
const FORGET_REPLACED = `
  DELETE FROM ${EVENT_QUEUE_SCHEMA}._private_jobs AS job USING ${EVENT_QUEUE_SCHEMA}._private_tasks AS task
  WHERE task.id = job.task_id AND task.identifier = $1 AND job.locked_at IS NULL AND ${REPLACED}`;

/** Runs the jobs of one service. A failing one is tried again e^attempt seconds later, and stays when it has used up its tries. */
export class PostgresEventServer extends EventServer {
  override readonly transportId = Symbol('postgres');
  private readonly pool: pg.Pool;
  private runner: Runner | undefined;
  private utils: WorkerUtils | undefined;
  private timer: NodeJS.Timeout | undefined;
  private restart: NodeJS.Timeout | undefined;
  private closed = false;
  /** Pools of workers that could not tell the queue how a job ended. */
  private readonly gone: string[] = [];

  constructor(
    url: string,
    service: ServiceName,
    private readonly log: Logger,
  ) {
    super(service);
    this.pool = queuePool(url, CONCURRENCY + 2);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.restart);
    await this.runner?.stop().catch(() => undefined);
    await this.utils?.release();
    await this.pool.end();
  }

  override unwrap<T>(): T {
    return this.pool as T;
  }

  protected async start(): Promise<void> {
    const options = { pgPool: this.pool, schema: EVENT_QUEUE_SCHEMA, logger: quietLogger(this.log) };
    this.utils = await makeWorkerUtils(options);
    await this.freeAbandoned();
    this.timer = setInterval(() => {
      this.freeAbandoned().catch((err: unknown) =>
        this.log.warn({ event: 'event-queue.abandoned', err }, 'abandoned jobs stay locked'),
      );
    }, LOOK_FOR_ABANDONED_EVERY_MS).unref();
    await this.runJobs();
  }

  /** A runner gives up when the database goes away just as a job ends; another one takes over when it is back. */
  private async runJobs(): Promise<void> {
    if (this.gone.length > 0) await this.utils?.forceUnlockWorkers(this.gone);
    this.gone.length = 0;
    const runner = await run({
      pgPool: this.pool,
      schema: EVENT_QUEUE_SCHEMA,
      concurrency: CONCURRENCY,
      // Without batches nobody handles the error when the end of a job cannot be written, and the process ends.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      logger: quietLogger(this.log),
      taskList: { [taskOf(this.service)]: (job) => this.dispatch(job as EventEnvelope) },
    });
    runner.events.on('job:failed', () => parkedEvents().inc());
    let over = false;
    const takeOver = (err: unknown): void => {
      if (!over) this.runAgainSoon(err);
      over = true;
    };
    runner.events.on('pool:fatalError', ({ workerPool, error }) => {
      this.gone.push(workerPool.id);
      // It takes no more jobs, and may never say so: its count of open batches can go below none (graphile/worker#636).
      void runner.stop().catch(() => undefined);
      takeOver(error);
    });
    runner.promise.then(() => takeOver(null), takeOver);
    this.runner = runner;
    // Told to end while it was starting.
    if (this.closed) await runner.stop().catch(() => undefined);
  }

  private runAgainSoon(err: unknown): void {
    if (this.closed) return;
    this.log.warn({ event: 'event-queue.lost', err }, 'events have to wait');
    this.restart = setTimeout(
      () => void this.runJobs().catch((error: unknown) => this.runAgainSoon(error)),
      RUN_AGAIN_AFTER_MS,
    ).unref();
  }

  /** The queue itself waits four hours. Should a slow handler be at work after all, the inbox lets one of both through. */
  private async freeAbandoned(): Promise<void> {
    const { rows } = await this.pool.query<{ locked_by: string }>(HOLDERS_OF_ABANDONED, [taskOf(this.service)]);
    if (rows.length > 0) await this.utils?.forceUnlockWorkers(rows.map(({ locked_by }) => locked_by));
    await this.pool.query(FORGET_REPLACED, [taskOf(this.service)]);
  }
}

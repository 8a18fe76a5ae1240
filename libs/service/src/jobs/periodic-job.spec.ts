import { createLogger } from '../logging/logger.js';
import { logInto } from '../testing/start-sample.js';
import { PeriodicJob } from './periodic-job.js';

const EVERY_MS = 1000;
const log: string[] = [];

/** Runs until the test says how it ends. */
class Sweeping extends PeriodicJob {
  runs = 0;
  end: (error?: Error) => void;

  constructor() {
    super('sweeping', createLogger('sync', 'warn', logInto(log)), EVERY_MS);
  }

  run(): Promise<void> {
    this.runs += 1;
    return new Promise((resolve, reject) => (this.end = (error) => (error ? reject(error) : resolve())));
  }
}

describe('a job by the clock', () => {
  let job: Sweeping;
  beforeEach(() => {
    jest.useFakeTimers();
    log.length = 0;
    job = new Sweeping();
    job.onApplicationBootstrap();
  });
  afterEach(() => jest.useRealTimers());

  it('is done when its time has come, not before', async () => {
    await jest.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(job.runs).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(job.runs).toBe(1);
  });

  it('is not begun again while it is under way', async () => {
    await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect(job.runs).toBe(1);
    job.end();
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(job.runs).toBe(2);
  });

  it('that failed says so and is tried again the next time', async () => {
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    job.end(new Error('no broom'));
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(job.runs).toBe(2);
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'job.failed', job: 'sweeping', err: { message: 'no broom' } },
    ]);
  });

  it('is over when the service has stopped', async () => {
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    let isStopped = false;
    const stopping = job.onModuleDestroy().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect([job.runs, isStopped]).toEqual([1, false]);
    job.end();
    await stopping;
    await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect(job.runs).toBe(1);
  });
});

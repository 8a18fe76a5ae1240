import { setTimeout as pause } from 'node:timers/promises';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Pool } from 'undici';

/** One request of the load, as it goes to a server. */
export interface LoadRequest {
  path: string;
  headers?: Record<string, string>;
  /** What a right answer is; 200 unless said. */
  expects?: number;
}

/** What became of a load. Times are in ms from the moment a request was due, not from when it was sent. */
export interface LoadReport {
  /** Requests that fell due each second. */
  rate: number;
  seconds: number;
  right: number;
  /** Of them, within a second of being due: later ones help nobody. */
  inTime: number;
  /** 429 and 503: told to come back later. */
  shed: number;
  /** Any other answer, and none at all. */
  wrong: number;
  wrongAnswers: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  shedP99Ms: number;
}

export interface LoadOptions {
  origin: string;
  rate: number;
  seconds: number;
  /** The n-th request. */
  request: (index: number) => LoadRequest;
  connections?: number;
}

/** Visitors have connections of their own: far more than are answered at a time, so that nobody waits on our side. */
const CONNECTIONS = 4000;
const TIMEOUT_MS = 10_000;
const TICK_MS = 1;
const IN_TIME_MS = 1000;
const MICROSECONDS_PER_MS = 1000;

/**
 * Open loop: requests leave when they are due, whether or not earlier ones have been answered, as visitors do. A late
 * answer therefore counts with all the time since it was due, so that a stall is seen by everybody whom it would meet
 * (no coordinated omission).
 */
export async function openLoop({ origin, rate, seconds, request, connections }: LoadOptions): Promise<LoadReport> {
  const client = clientOf(origin, connections);
  const tally = new Tally();
  const total = Math.round(rate * seconds);
  const startedMs = performance.now();
  const underWay: Promise<void>[] = [];
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1000) * rate) + 1);
    for (; sent < due; sent += 1) {
      const dueAtMs = startedMs + (sent * 1000) / rate;
      underWay.push(send(client, request(sent), dueAtMs, tally));
    }
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
  await client.destroy();
  return { rate, seconds, ...tally.report() };
}

/** Closed loop, for the most a server answers: so many callers, each asking again as soon as it has its answer. */
export async function saturate({
  origin,
  seconds,
  request,
  connections = 64,
}: Omit<LoadOptions, 'rate'>): Promise<{ perSecond: number; wrong: number }> {
  const client = clientOf(origin, connections);
  const tally = new Tally();
  const endMs = performance.now() + seconds * 1000;
  let index = 0;
  const caller = async () => {
    while (performance.now() < endMs) await send(client, request((index += 1)), performance.now(), tally);
  };
  await Promise.all(Array.from({ length: connections }, caller));
  await client.destroy();
  const { right, shed, wrong } = tally.report();
  return { perSecond: right / seconds, wrong: wrong + shed };
}

const clientOf = (origin: string, connections = CONNECTIONS): Pool =>
  new Pool(origin, { connections, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

async function send(
  client: Pool,
  { path, headers, expects = 200 }: LoadRequest,
  dueAtMs: number,
  tally: Tally,
): Promise<void> {
  try {
    const answer = await client.request({ method: 'GET', path, ...(headers && { headers }) });
    await answer.body.dump();
    tally.note(answer.statusCode, expects, performance.now() - dueAtMs);
  } catch (error) {
    tally.lost(error instanceof Error ? error.name : 'unknown');
  }
}

class Tally {
  private readonly right: RecordableHistogram = createHistogram();
  private readonly shed: RecordableHistogram = createHistogram();
  private readonly wrongAnswers: Record<string, number> = {};
  private inTime = 0;

  note(status: number, expected: number, ms: number): void {
    const microseconds = Math.max(1, Math.round(ms * MICROSECONDS_PER_MS));
    if (status === expected) {
      this.right.record(microseconds);
      if (ms <= IN_TIME_MS) this.inTime += 1;
    } else if (status === 429 || status === 503) this.shed.record(microseconds);
    else this.lost(String(status));
  }

  lost(why: string): void {
    this.wrongAnswers[why] = (this.wrongAnswers[why] ?? 0) + 1;
  }

  report(): Omit<LoadReport, 'rate' | 'seconds'> {
    const msOf = (microseconds: number) => Math.round(microseconds / 10) / 100;
    return {
      right: this.right.count,
      inTime: this.inTime,
      shed: this.shed.count,
      wrong: Object.values(this.wrongAnswers).reduce((sum, count) => sum + count, 0),
      wrongAnswers: this.wrongAnswers,
      p50Ms: msOf(this.right.percentile(50)),
      p99Ms: msOf(this.right.percentile(99)),
      maxMs: msOf(this.right.max),
      shedP99Ms: this.shed.count === 0 ? 0 : msOf(this.shed.percentile(99)),
    };
  }
}

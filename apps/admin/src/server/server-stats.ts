import type { ResponseOf, serverStats } from '@segue/contracts';
import { cpus, freemem, loadavg, totalmem, uptime } from 'node:os';

/** The machine this service runs on. Bytes and seconds. */
export function readServerStats(now: Date): ResponseOf<typeof serverStats> {
  const total = totalmem();
  const free = freemem();
  const { rss, heapUsed } = process.memoryUsage();
  return {
    loadAvg: loadavg(),
    cpuCount: cpus().length,
    memory: { used: total - free, free, total, rss, heapUsed },
    uptime: uptime(),
    time: now.toISOString(),
  };
}

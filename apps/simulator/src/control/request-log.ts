import { type Upstream } from './upstream.js';

export interface LoggedRequest {
  /** ISO 8601 in the simulator's time. */
  at: string;
  platform: Upstream;
  method: string;
  /** As the real platform would have seen it, without the query. */
  path: string;
  query: string;
  /** 0 = the connection was dropped before an answer. */
  status: number;
  ms: number;
}

const ENTRIES_KEPT = 20_000;

/** What reached the platforms since the last clearing. Counts are complete, the log keeps the newest entries. */
export class RequestLog {
  private entries: LoggedRequest[] = [];
  private readonly counts = new Map<string, { platform: Upstream; endpoint: string; count: number }>();

  /** `endpoint` = method and path template, such as `GET /v1/playlists/{id}/items`. */
  record(entry: LoggedRequest, endpoint: string): void {
    this.entries.push(entry);
    if (this.entries.length > 2 * ENTRIES_KEPT) this.entries = this.entries.slice(-ENTRIES_KEPT);
    const key = `${entry.platform} ${endpoint}`;
    const counted = this.counts.get(key) ?? { platform: entry.platform, endpoint, count: 0 };
    counted.count += 1;
    this.counts.set(key, counted);
  }

  clear(): void {
    this.entries = [];
    this.counts.clear();
  }

  report(platform?: Upstream): { total: number; byEndpoint: Record<string, number>; log: LoggedRequest[] } {
    const wanted = (one: { platform: Upstream }): boolean => platform === undefined || one.platform === platform;
    const byEndpoint: Record<string, number> = {};
    let total = 0;
    for (const counted of [...this.counts.values()].filter(wanted)) {
      byEndpoint[counted.endpoint] = (byEndpoint[counted.endpoint] ?? 0) + counted.count;
      total += counted.count;
    }
    return { total, byEndpoint, log: this.entries.filter(wanted).slice(-ENTRIES_KEPT) };
  }
}

import { Injectable } from '@nestjs/common';
import { IP_SUMMARY_ROWS, type ipSummary, type ResponseOf, type visits } from '@segue/contracts';
import { Clock } from '@segue/service';
import { DataSource } from 'typeorm';
import { Countries } from './country.js';
import { dayOf } from './visit-facts.js';

type Visits = ResponseOf<typeof visits>;
type IpSummary = ResponseOf<typeof ipSummary>;

const DAY_MS = 24 * 60 * 60 * 1000;

interface Visitor {
  ip: string;
  browser: string;
  device: string;
  path: string;
  visits: number;
}

/** What the dashboard's charts of visits show. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly countries: Countries,
  ) {}

  /** @param days how far back, today included. */
  async perDay(days: number): Promise<Visits> {
    const counts = (await this.dataSource.query(
      `SELECT to_char(day, 'YYYY-MM-DD') AS date, path, visits FROM daily_page_visits
       WHERE day >= $1 ORDER BY day, path`,
      [this.firstDay(days)],
    )) as Array<{ date: string; path: string; visits: number }>;
    const data: Visits['data'] = [];
    for (const { date, path, visits } of counts) {
      if (data.at(-1)?.date !== date) data.push({ date } as Visits['data'][number]);
      const row = data.at(-1) as Record<string, unknown>;
      row[path] = visits;
    }
    return { data };
  }

  async perNetwork(days: number): Promise<IpSummary> {
    const counts = (await this.dataSource.query(
      // By page only for the busiest: of all it would be a second copy of the table.
      `WITH most AS (
         SELECT ip, browser, device, sum(visits) AS total FROM daily_visitors
         WHERE day >= $1 GROUP BY ip, browser, device ORDER BY total DESC, ip, browser, device LIMIT $2
       )
       SELECT ip, browser, device, path, sum(visits)::int AS visits
       FROM most JOIN daily_visitors USING (ip, browser, device)
       WHERE day >= $1 GROUP BY total, ip, browser, device, path ORDER BY total DESC, ip, browser, device, path`,
      [this.firstDay(days), IP_SUMMARY_ROWS],
    )) as Visitor[];
    const rows = new Map<string, IpSummary['data'][number]>();
    for (const { ip, browser, device, path, visits } of counts) {
      const key = JSON.stringify([ip, browser, device]);
      const row = rows.get(key) ?? { ip, location: this.countries.of(ip), browser, device };
      row[path] = visits;
      rows.set(key, row);
    }
    return { data: [...rows.values()] };
  }

  private firstDay(days: number): string {
    return dayOf(new Date(this.clock.now().getTime() - (days - 1) * DAY_MS));
  }
}

import { Injectable } from '@nestjs/common';
import { type overview, RECENT_DAYS, type ResponseOf } from '@segue/contracts';
import { Clock } from '@segue/service';
import { DataSource } from 'typeorm';

type Overview = ResponseOf<typeof overview>;
type Counts = Omit<Overview['matches'][number], 'matchRate'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The numbers at the top of the dashboard. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<Overview> {
    const firstDay = new Date(this.clock.now().getTime() - (RECENT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    const [[{ count: totalUsers }], counts] = (await Promise.all([
      this.dataSource.query('SELECT count(*)::int AS count FROM members WHERE created_at IS NOT NULL'),
      this.dataSource.query(
        `SELECT platform, sum(added)::int AS added, sum(mismatched)::int AS mismatched,
           sum(unmatched)::int AS unmatched, sum(failed)::int AS failed
         FROM daily_tracks WHERE day >= $1 GROUP BY platform ORDER BY platform`,
        [firstDay],
      ),
    ])) as [[{ count: number }], Counts[]];
    return { totalUsers, matches: counts.map((of) => ({ ...of, matchRate: matchRateOf(of) })) };
  }
}

/** Percent of the tracks that were looked for; what failed for other reasons says nothing of the match. */
function matchRateOf({ added, mismatched, unmatched }: Omit<Counts, 'platform' | 'failed'>): number | null {
  const found = added + mismatched;
  const sought = found + unmatched;
  return sought === 0 ? null : Math.round((found / sought) * 1000) / 10;
}

import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/card.js';
import { gitVersionQuery, overviewQuery, serverStatsQuery } from './api.js';
import { formatClock } from './format.js';

/** Shown while a value is on its way, or when it could not be had. */
const UNKNOWN = '–';

export function SummaryCards() {
  const { data: overview, dataUpdatedAt } = useQuery(overviewQuery);
  const { data: stats } = useQuery(serverStatsQuery);
  const { data: version } = useQuery(gitVersionQuery);

  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
      <SummaryCard label="Total Users">{overview?.totalUsers.toLocaleString('en-US') ?? UNKNOWN}</SummaryCard>
      <SummaryCard label="Last Updated">{dataUpdatedAt > 0 ? formatClock(dataUpdatedAt) : UNKNOWN}</SummaryCard>
      <SummaryCard label="Server Time">{stats ? formatClock(stats.time) : UNKNOWN}</SummaryCard>
      <SummaryCard label="Git Version">{version?.commit ?? UNKNOWN}</SummaryCard>
      <SummaryCard label="Git Branch">{version?.branch ?? UNKNOWN}</SummaryCard>
    </dl>
  );
}

function SummaryCard({ label, children }: { label: string; children: string }) {
  return (
    <Card className="p-5!">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 font-semibold break-words tabular-nums">{children}</dd>
    </Card>
  );
}

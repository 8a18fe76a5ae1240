import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { RECENT_DAYS } from '@segue/contracts';
import { ipSummaryQuery, visitsQuery } from './api.js';
import { IpSummary } from './ip-summary.js';
import { Panel, PanelEmpty, PanelFailure, PanelSkeleton } from './panel.js';
import { TopPages } from './top-pages.js';
import { VisitsChart } from './visits-chart.js';

const PERIODS = [
  { days: 7, text: '7 days' },
  { days: RECENT_DAYS, text: '30 days' },
  { days: 90, text: '90 days' },
  { days: 365, text: '1 year' },
];

/** The three panels about visits, all of one period. */
export function Visitors() {
  const [days, setDays] = useState(RECENT_DAYS);
  const visits = useQuery({ ...visitsQuery(days), placeholderData: keepPreviousData });
  const networks = useQuery({ ...ipSummaryQuery(days), placeholderData: keepPreviousData });

  return (
    <>
      <Panel title="Recent Page Visits" actions={<PeriodChoice days={days} onChoose={setDays} />}>
        <Loaded query={visits} empty="No recent visits recorded." height="h-75">
          {(rows) => <VisitsChart rows={rows} />}
        </Loaded>
      </Panel>
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_3fr]">
        <Panel title="Top Visited Pages">
          <Loaded query={visits} empty="No visits recorded." height="h-60">
            {(rows) => <TopPages rows={rows} />}
          </Loaded>
        </Panel>
        <Panel title="IP Summary" lead="Addresses are cut to their network and forgotten after 90 days.">
          <Loaded query={networks} empty="No IP summary data available." height="h-60">
            {(rows) => <IpSummary rows={rows} />}
          </Loaded>
        </Panel>
      </div>
    </>
  );
}

interface LoadedProps<Row> {
  query: { data: Row[] | undefined; error: unknown; refetch: () => Promise<unknown> };
  empty: string;
  height: string;
  children: (rows: Row[]) => ReactNode;
}

function Loaded<Row>({ query: { data, error, refetch }, empty, height, children }: LoadedProps<Row>) {
  if (data !== undefined) return data.length === 0 ? <PanelEmpty>{empty}</PanelEmpty> : children(data);
  if (error === null) return <PanelSkeleton className={height} />;
  return <PanelFailure error={error} fallback="The visits could not be loaded." onRetry={() => void refetch()} />;
}

function PeriodChoice({ days, onChoose }: { days: number; onChoose: (days: number) => void }) {
  return (
    <div role="group" aria-label="Period" className="flex gap-1 rounded-full bg-sunken p-1">
      {PERIODS.map((period) => (
        <button
          key={period.days}
          type="button"
          aria-pressed={period.days === days}
          onClick={() => onChoose(period.days)}
          className="min-h-8 rounded-full px-2 text-xs font-semibold sm:px-3 sm:text-sm whitespace-nowrap text-muted aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {period.text}
        </button>
      ))}
    </div>
  );
}

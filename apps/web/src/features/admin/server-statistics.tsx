import { useQuery } from '@tanstack/react-query';
import { serverStatsQuery } from './api.js';
import { formatMegabytes, formatMinutes } from './format.js';
import { Panel, PanelFailure, PanelSkeleton } from './panel.js';

/** The machine the admin service runs on, asked for every five seconds. */
export function ServerStatistics() {
  const { data: stats, error, refetch } = useQuery(serverStatsQuery);

  return (
    <Panel title="Server Statistics">
      {error !== null && (
        <div className="mb-4">
          <PanelFailure
            error={error}
            fallback="The server statistics could not be loaded."
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {stats ? (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5 tabular-nums">
          <Line label="Load Average">{(stats.loadAvg[0] ?? 0).toFixed(2)}</Line>
          <Line label="CPU Count">{String(stats.cpuCount)}</Line>
          <Line label="Memory Used">{formatMegabytes(stats.memory.used)}</Line>
          <Line label="Memory Free">{formatMegabytes(stats.memory.free)}</Line>
          <Line label="Memory Total">{formatMegabytes(stats.memory.total)}</Line>
          <Line label="RSS">{formatMegabytes(stats.memory.rss)}</Line>
          <Line label="Heap Used">{formatMegabytes(stats.memory.heapUsed)}</Line>
          <Line label="Uptime">{formatMinutes(stats.uptime)}</Line>
        </dl>
      ) : (
        error === null && <PanelSkeleton className="h-52" />
      )}
    </Panel>
  );
}

function Line({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { cutName, plural } from '../../lib/text.js';
import type { IpSummaryRow } from './api.js';
import { barColour, TOOLTIP_ITEM_STYLE, TOOLTIP_STYLE } from './colours.js';
import { formatCount } from './format.js';
import { ScrollArea } from './scroll-area.js';
import { rankedNetworks, totalsOf } from './visit-series.js';

const ROW_PX = 60;
const BAR_PX = 30;
const LABEL_PX = 200;
const AXIS_PX = 30;
/** What fits beside the bars, in characters. */
const LABEL_CHARACTERS = 30;

/** Who visits, as far as it may be known: one bar for each network and browser, one part for each page. */
export function IpSummary({ rows }: { rows: readonly IpSummaryRow[] }) {
  const totals = totalsOf(rows);
  const paths = totals.map(({ path }) => path);
  const networks = rankedNetworks(rows, paths);
  const height = networks.length * ROW_PX + AXIS_PX;

  return (
    <div>
      <ScrollArea label="IP Summary" className="max-h-160">
        <div
          role="img"
          aria-label={`Bar chart of the visits of ${plural(networks.length, 'network')}, the busiest first.`}
          className="min-w-130"
          style={{ height }}
        >
          <ResponsiveContainer width="100%" height={height}>
            <BarChart
              data={networks}
              layout="vertical"
              margin={{ top: 0, right: 24, bottom: 0, left: 0 }}
              accessibilityLayer={false}
            >
              <XAxis
                type="number"
                orientation="top"
                allowDecimals={false}
                height={AXIS_PX}
                tickFormatter={formatCount}
                tick={{ fill: 'var(--muted)', fontSize: 12 }}
                stroke="var(--line)"
              />
              <YAxis
                type="category"
                dataKey={(row: IpSummaryRow) => networks.indexOf(row)}
                width={LABEL_PX}
                interval={0}
                tickLine={false}
                stroke="var(--line)"
                tick={({ x, y, payload }: TickProps) => (
                  <NetworkLabel x={Number(x)} y={Number(y)} network={networks[Number(payload.value)]} />
                )}
              />
              <Tooltip
                contentStyle={TOOLTIP_STYLE}
                cursor={{ fill: 'var(--sunken)' }}
                itemStyle={{ ...TOOLTIP_ITEM_STYLE, color: 'var(--ink)' }}
                formatter={formatCount}
                itemSorter={({ value }) => -Number(value)}
                labelFormatter={(place) => lineOf(networks[Number(place)])}
              />
              {paths.map((path, place) => (
                <Bar
                  key={path}
                  dataKey={(row: IpSummaryRow) => row[path]}
                  name={path}
                  stackId="visits"
                  fill={barColour(place)}
                  barSize={BAR_PX}
                  isAnimationActive={false}
                />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </div>
      </ScrollArea>
      <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {paths.map((path, place) => (
          <li key={path} className="flex min-w-0 items-center gap-2">
            <svg width="12" height="12" aria-hidden="true" className="shrink-0">
              <rect width="12" height="12" rx="3" fill={barColour(place)} />
            </svg>
            <span className="min-w-0 break-all">{path}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TickProps {
  x: number | string;
  y: number | string;
  payload: { value: unknown };
}

const lineOf = (network: IpSummaryRow | undefined): string =>
  network ? [network.ip, network.location, network.browser, network.device].join(' · ') : '';

/** Three short lines, right beside the axis: where from, and with what. */
function NetworkLabel({ x, y, network }: { x: number; y: number; network: IpSummaryRow | undefined }) {
  if (!network) return null;
  const lines = [network.ip, network.location, `${network.browser} · ${network.device}`];
  return (
    <text x={x - 8} y={y} textAnchor="end" fontSize={12} fill="var(--muted)">
      <title>{lineOf(network)}</title>
      {lines.map((line, place) => (
        <tspan key={place} x={x - 8} dy={place === 0 ? -11 : 15} {...(place === 0 && { fill: 'var(--ink)' })}>
          {cutName(line, LABEL_CHARACTERS)}
        </tspan>
      ))}
    </text>
  );
}

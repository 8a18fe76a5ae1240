import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { plural } from '../../lib/text.js';
import type { VisitsOfDay } from './api.js';
import { lineColour, lineDash, TOOLTIP_ITEM_STYLE, TOOLTIP_STYLE } from './colours.js';
import { formatCount, formatDay, formatLongDay } from './format.js';
import { byWeek, totalsOf, withEveryDay } from './visit-series.js';

const HEIGHT_PX = 300;
/** Of more days than this the points would touch each other. */
const MOST_DOTTED_DAYS = 45;
/** Of more days than this the lines would be one blot, so weeks are drawn instead. */
const MOST_SINGLE_DAYS = 120;

/** One line per page, most visited first. */
export function VisitsChart({ rows }: { rows: readonly VisitsOfDay[] }) {
  const totals = totalsOf(rows);
  const paths = totals.map(({ path }) => path);
  const days = withEveryDay(rows, paths);
  const isByWeek = days.length > MOST_SINGLE_DAYS;
  const points = isByWeek ? byWeek(days) : days;
  const sum = totals.reduce((all, { visits }) => all + visits, 0);

  return (
    <div>
      <div
        role="img"
        aria-label={`Line chart of ${plural(sum, 'visit')} to ${plural(paths.length, 'page')}, by ${isByWeek ? 'week' : 'day'}.`}
        style={{ height: HEIGHT_PX }}
      >
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <LineChart data={points} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="date"
              tickFormatter={formatDay}
              tick={{ fill: 'var(--muted)', fontSize: 12 }}
              stroke="var(--line)"
              minTickGap={32}
            />
            <YAxis
              allowDecimals={false}
              width="auto"
              tickFormatter={formatCount}
              tick={{ fill: 'var(--muted)', fontSize: 12 }}
              stroke="var(--line)"
            />
            <Tooltip
              contentStyle={TOOLTIP_STYLE}
              itemStyle={TOOLTIP_ITEM_STYLE}
              formatter={formatCount}
              labelFormatter={(day) => `${isByWeek ? 'Week from ' : ''}${formatLongDay(String(day))}`}
              itemSorter={({ value }) => -Number(value)}
              filterNull
            />
            {paths.map((path, place) => (
              <Line
                key={path}
                dataKey={(day: Record<string, number>) => day[path]}
                name={path}
                type="linear"
                stroke={lineColour(place)}
                strokeWidth={2}
                {...(lineDash(place) !== undefined && { strokeDasharray: lineDash(place) })}
                dot={points.length <= MOST_DOTTED_DAYS ? { r: 2.5, strokeDasharray: '' } : false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <LineKey paths={paths} />
    </div>
  );
}

/** Which line is which page. Outside the chart, so that many pages do not eat its height. */
function LineKey({ paths }: { paths: readonly string[] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {paths.map((path, place) => (
        <li key={path} className="flex min-w-0 items-center gap-2">
          <svg width="24" height="8" aria-hidden="true" className="shrink-0">
            <line
              x1="0"
              x2="24"
              y1="4"
              y2="4"
              stroke={lineColour(place)}
              strokeWidth="3"
              strokeDasharray={lineDash(place)}
            />
          </svg>
          <span className="min-w-0 break-all">{path}</span>
        </li>
      ))}
    </ul>
  );
}

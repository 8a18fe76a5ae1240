import type { VisitsOfDay } from './api.js';
import { ScrollArea } from './scroll-area.js';
import { totalsOf } from './visit-series.js';

export function TopPages({ rows }: { rows: readonly VisitsOfDay[] }) {
  return (
    <ScrollArea label="Top Visited Pages" className="max-h-160">
      <table className="w-full text-sm">
        <thead className="text-left text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 font-medium">
              Rank
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-medium">
              Visits
            </th>
            <th scope="col" className="py-2 font-medium">
              URL
            </th>
          </tr>
        </thead>
        <tbody>
          {totalsOf(rows).map(({ path, visits }, place) => (
            <tr key={path} className="border-b border-line last:border-0">
              <td className="py-2 pr-4 tabular-nums">{place + 1}</td>
              <td className="py-2 pr-4 text-right tabular-nums">{visits.toLocaleString('en-US')}</td>
              <td className="py-2 break-all">{path}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

import type { ReactNode } from 'react';
import { PageHeader } from '../../components/card.js';

interface LegalTextProps {
  title: string;
  /** ISO 8601: the day the text last changed. */
  version?: string;
  children: ReactNode;
}

/** A legal page: calm, narrow, readable. */
export function LegalText({ title, version, children }: LegalTextProps) {
  return (
    <article className="page max-w-3xl">
      <PageHeader title={title} {...(version !== undefined && { lead: `Version of ${version}` })} />
      <div className="space-y-10">{children}</div>
    </article>
  );
}

export function LegalSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="space-y-3 leading-relaxed text-muted [&_li]:mt-1.5 [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:list-disc [&_ul]:pl-5">
      <h2 className="text-xl text-ink">{heading}</h2>
      {children}
    </section>
  );
}

interface FactTableProps {
  caption: string;
  columns: readonly string[];
  /** The first cell of a row names it. */
  rows: ReadonlyArray<readonly string[]>;
}

/** Facts side by side; on a small screen one below the other, each under its column's name. */
export function FactTable({ caption, columns, rows }: FactTableProps) {
  return (
    <table className="block w-full text-left text-sm sm:table sm:border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="border-b border-line-strong">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-semibold text-ink">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {rows.map(([name, ...facts]) => (
          <tr key={name} className="block border-b border-line py-3 sm:table-row sm:py-0">
            <th scope="row" className="block font-semibold text-ink sm:table-cell sm:py-3 sm:pr-4 sm:align-top">
              {name}
            </th>
            {facts.map((fact, place) => (
              <td
                key={columns[place + 1]}
                className="mt-1 block break-words sm:table-cell sm:py-3 sm:pr-4 sm:align-top"
              >
                <span className="font-medium text-ink sm:hidden">{columns[place + 1]}: </span>
                {fact}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

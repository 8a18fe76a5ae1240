import type { Goal, Table } from './suite.js';

const isNumeric = (cell: string | number): boolean =>
  typeof cell === 'number' || /^[\d.,]+ ?(?:%|ms|s|MiB)?$/.test(cell);

/** A table in plain text, numbers to the right. */
export function renderTable({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: ReadonlyArray<string | number>): string =>
    row
      .map((cell, column) => {
        const text = String(cell);
        const width = widths[column] ?? 0;
        return isNumeric(cell) ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [title, line(columns), rule, ...rows.map(line), ''].join('\n');
}

/** Every promise, with the missed ones called so. */
export const renderGoals = (goals: readonly Goal[]): string =>
  goals
    .map(({ what, goal, measured, met }) => `${met ? 'met   ' : 'MISSED'}  ${what}: ${measured} (goal ${goal})`)
    .join('\n');

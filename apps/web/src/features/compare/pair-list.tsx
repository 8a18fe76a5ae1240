import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from './comparison.js';
import { AT_REST, isHurried, nextPace } from './pace.js';
import { HurriedCells, PairCells, ROW_LOOK, type RowAction, type RowRights } from './pair-row.js';

/** A row, or the heading of the rows below it. */
export type ListItem = Row | { kind: 'heading'; key: string; text: string; note: string };

/** First guesses in px; each row is measured once it is drawn. */
const WIDE_ROW = 73;
const NARROW_ROW = 129;
const ROWS_BEYOND = 8;

interface PairListProps {
  items: readonly ListItem[];
  rights: RowRights;
  busyKey: string | null;
  onAction: (action: RowAction, row: Row) => void;
}

/** The drawn row at a place of the list, or the last one drawn. */
export function rowAt(list: HTMLElement | null, place: number): HTMLElement | null {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  return rows.find((row) => row.dataset['index'] === String(place)) ?? rows.at(-1) ?? null;
}

/** Thousands of rows, of which only those near the window are in the document. */
export function PairList({ items, rights, busyKey, onAction }: PairListProps) {
  const place = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const pace = useRef(AT_REST);
  const [hurried, setHurried] = useState(false);
  useLayoutEffect(() => {
    const measure = () => setScrollMargin((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    // What stands above the list grows and shrinks, for example while tracks are being added.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => (window.innerWidth >= 768 ? WIDE_ROW : NARROW_ROW),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: ROWS_BEYOND,
    scrollMargin,
    // Rows are placed by the virtualizer itself: React draws only when others come into view.
    directDomUpdates: true,
    onChange: ({ scrollOffset, scrollRect, isScrolling }) => {
      pace.current = nextPace(pace.current, scrollOffset ?? 0, scrollRect?.height ?? 0, isScrolling);
      setHurried(isHurried(pace.current));
    },
  });
  const { containerRef } = virtualizer;
  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      place.current = element;
      containerRef(element);
    },
    [containerRef],
  );

  return (
    <div
      role="table"
      aria-label={`${rights.sourceName} compared with ${rights.targetName}`}
      aria-rowcount={items.length + 1}
    >
      <div role="rowgroup" className="sr-only">
        <div role="row" aria-rowindex={1}>
          <span role="columnheader">{rights.sourceName}</span>
          <span role="columnheader">Match</span>
          <span role="columnheader">{rights.targetName}</span>
        </div>
      </div>
      <div ref={hold} role="rowgroup" className="relative">
        {virtualizer.getVirtualItems().map(({ index, key, size }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              style={hurried ? { height: size } : undefined}
              className={`absolute inset-x-0 top-0 contain-content ${item.kind === 'heading' && !hurried ? '' : ROW_LOOK}`}
            >
              {hurried ? (
                <HurriedCells />
              ) : item.kind === 'heading' ? (
                <div role="cell" aria-colspan={3} className="px-1 pt-10 pb-3 md:px-3">
                  <h2 className="text-xl">{item.text}</h2>
                  <p className="mt-1 text-sm text-muted">{item.note}</p>
                </div>
              ) : (
                <PairCells row={item} rights={rights} busy={busyKey === item.key} onAction={onAction} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

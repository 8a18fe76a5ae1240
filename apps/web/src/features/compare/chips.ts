import type { Comparison, Row } from './comparison.js';

/** The filters, in the order they are shown. */
export const CHIPS = {
  all: 'All',
  sourceOnly: 'Source Only',
  unavailable: 'Unavailable',
  addable: 'Addable',
  targetOnly: 'Target Only',
  matched: 'Matched Pairs',
  fallback: 'Fallback Match',
} as const;
export type ChipId = keyof typeof CHIPS;
export const CHIP_IDS = Object.keys(CHIPS) as ChipId[];

const FITS: Record<ChipId, (row: Row) => boolean> = {
  all: () => true,
  sourceOnly: (row) => row.kind === 'source',
  unavailable: (row) => row.kind === 'source' && row.state.state === 'unavailable',
  addable: (row) => row.kind === 'source' && row.state.state === 'addable',
  targetOnly: (row) => row.kind === 'target',
  matched: (row) => row.kind === 'pair',
  fallback: (row) => row.kind === 'pair' && row.fallback,
};

export const rowsFor = (chip: ChipId, rows: readonly Row[]): Row[] => rows.filter(FITS[chip]);

export function countChips({ sourceRows, extraRows }: Comparison): Record<ChipId, number> {
  const counts = Object.fromEntries(CHIP_IDS.map((chip) => [chip, 0])) as Record<ChipId, number>;
  for (const row of [...sourceRows, ...extraRows]) {
    for (const chip of CHIP_IDS) if (FITS[chip](row)) counts[chip] += 1;
  }
  return counts;
}

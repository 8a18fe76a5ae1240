import { type ChipId, rowsFor } from './chips.js';
import type { Comparison } from './comparison.js';
import type { ListItem } from './pair-list.js';

const EXTRA: ListItem = {
  kind: 'heading',
  key: 'extra',
  text: 'Extra Tracks on Target',
  note: 'They are in the target playlist, but not in the source.',
};
const IGNORED: ListItem = {
  kind: 'heading',
  key: 'ignored',
  text: 'Ignored extra tracks',
  note: 'You asked not to be reminded of these.',
};

/** The list under a chip: the source in its order, then what only the target has. */
export function itemsFor(chip: ChipId, comparison: Comparison, showIgnored: boolean): ListItem[] {
  const extras = rowsFor(chip, comparison.extraRows);
  const ignored = showIgnored ? rowsFor(chip, comparison.ignoredRows) : [];
  return [
    ...rowsFor(chip, comparison.sourceRows),
    ...(extras.length > 0 ? [EXTRA, ...extras] : []),
    ...(ignored.length > 0 ? [IGNORED, ...ignored] : []),
  ];
}

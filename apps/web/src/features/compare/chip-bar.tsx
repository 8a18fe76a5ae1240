import { CHIP_IDS, type ChipId, CHIPS } from './chips.js';

interface ChipBarProps {
  counts: Record<ChipId, number>;
  chosen: ChipId;
  onChoose: (chip: ChipId) => void;
}

/** Filters of the rows; the counts stay in view while the list scrolls. */
export function ChipBar({ counts, chosen, onChoose }: ChipBarProps) {
  return (
    <div
      role="group"
      aria-label="Show"
      className="sticky top-16 z-20 -mx-5 flex gap-2 overflow-x-auto border-b border-line bg-paper px-5 py-3 sm:flex-wrap md:mx-0 md:px-0"
    >
      {CHIP_IDS.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={chip === chosen}
          onClick={() => onChoose(chip)}
          className={`flex min-h-9 shrink-0 items-center gap-2 rounded-full border px-3.5 text-sm font-medium transition-colors ${chip === chosen ? 'border-solid bg-solid text-on-solid' : 'border-line bg-surface hover:bg-sunken'}`}
        >
          {CHIPS[chip]}
          <span className={`tabular-nums ${chip === chosen ? '' : 'text-muted'}`}>
            {counts[chip].toLocaleString('en-US')}
          </span>
        </button>
      ))}
    </div>
  );
}

import { Check, EyeOff, Plus, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Button } from '../../components/button.js';
import { Spinner } from '../../components/spinner.js';
import { webAddress } from '../../lib/browser.js';
import { formatDuration } from '../../lib/text.js';
import type { Alternative, Row, SourceState } from './comparison.js';
import { FallbackEvidence } from './fallback-evidence.js';
import { TrackCell } from './track-cell.js';

export type RowAction = 'add' | 'remove' | 'try-again' | 'show-again';

export interface RowRights {
  sourceName: string;
  targetName: string;
  /** Whether a target playlist exists that we may add to. */
  canAdd: boolean;
  /** Whether a target playlist exists from which something can be removed, by us or by hand. */
  canRemove: boolean;
  /** Something is being written: nothing else may start. */
  locked: boolean;
}

interface PairCellsProps {
  row: Row;
  rights: RowRights;
  busy: boolean;
  onAction: (action: RowAction, row: Row) => void;
}

/** What a row looks like around its cells: side by side; stacked where the screen is narrow. */
export const ROW_LOOK =
  'grid grid-cols-[2rem_minmax(0,1fr)] items-center gap-x-2 gap-y-2 border-b border-line px-1 py-3 md:grid-cols-[minmax(0,1fr)_2.5rem_minmax(0,1fr)] md:px-3';
const TRACK_LOOK = 'flex min-w-0 items-center gap-3';

/** The cells of a row: a source track and its partner. */
export const PairCells = memo(function PairCells({ row, rights, busy, onAction }: PairCellsProps) {
  return (
    <>
      <div
        role="cell"
        className={`${TRACK_LOOK} col-span-2 md:col-span-1 ${row.kind === 'target' ? 'max-md:hidden' : ''}`}
      >
        {row.kind === 'target' ? (
          <p className="pl-1 text-sm text-muted">Not in the source playlist</p>
        ) : (
          <SourceSide row={row} />
        )}
      </div>
      <div role="cell" className={`place-items-center md:grid ${row.kind === 'target' ? 'hidden' : 'grid'}`}>
        {row.kind === 'pair' && <MatchMark row={row} />}
      </div>
      <div
        role="cell"
        className={`md:col-span-1 ${row.kind === 'source' ? 'min-w-0' : TRACK_LOOK} ${row.kind === 'target' ? 'col-span-2' : ''}`}
      >
        {row.kind === 'pair' && <TrackCell track={row.target} />}
        {row.kind === 'source' && <SourceOnlySide {...{ row, rights, busy, onAction }} />}
        {row.kind === 'target' && <ExtraSide {...{ row, rights, busy, onAction }} />}
      </div>
    </>
  );
});

const HURRIED_LOOK =
  'flex items-center gap-3 before:size-12 before:rounded-lg before:bg-sunken after:h-3.5 after:w-2/5 after:rounded after:bg-sunken';

/** What stands in a row's place while rows go by too fast to be read: no text to lay out, no covers to fetch. */
export const HurriedCells = () => (
  <>
    <div role="cell" className={`${HURRIED_LOOK} col-span-2 md:col-span-1`} />
    <div role="cell" />
    <div role="cell" className={HURRIED_LOOK} />
  </>
);

function SourceSide({ row }: { row: Exclude<Row, { kind: 'target' }> }) {
  const dimmed = row.kind === 'source' && row.state.state === 'unavailable';
  return <TrackCell track={row.source} dimmed={dimmed} />;
}

function MatchMark({ row }: { row: Extract<Row, { kind: 'pair' }> }) {
  if (row.fallback) return <FallbackEvidence evidence={row.evidence} />;
  return <Check className="size-4 text-good" role="img" aria-label="Matched" />;
}

interface SideProps<R extends Row> {
  row: R;
  rights: RowRights;
  busy: boolean;
  onAction: PairCellsProps['onAction'];
}

function SourceOnlySide({ row, rights, busy, onAction }: SideProps<Extract<Row, { kind: 'source' }>>) {
  const { state } = row;
  const act = (action: RowAction) => () => onAction(action, row);
  switch (state.state) {
    case 'checking':
      return (
        <p className="flex min-h-12 items-center gap-2.5 text-sm text-muted md:pl-1">
          <Spinner className="size-4" />
          Checking...
        </p>
      );
    case 'addable':
      return (
        <div className="flex min-h-12 items-center gap-3 md:pl-1">
          {rights.canAdd ? (
            <Button look="quiet" size="small" busy={busy} disabled={rights.locked} onClick={act('add')}>
              {!busy && <Plus className="size-4" aria-hidden="true" />}
              Add<span className="sr-only"> {row.source.name}</span>
            </Button>
          ) : (
            <p className="text-sm text-muted">Available on {rights.targetName}</p>
          )}
        </div>
      );
    default:
      return (
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm md:pl-1">
          <div className="min-w-40 flex-1">
            <p className="font-semibold">{titleOf(state)}</p>
            <p className="line-clamp-3 text-muted">{state.message}</p>
            {state.state === 'unavailable' && state.alternative && <OtherVersion song={state.alternative} />}
          </div>
          {(state.state === 'unknown' || state.retry) && (
            <Button look="plain" size="small" disabled={rights.locked} onClick={act('try-again')}>
              Try again<span className="sr-only"> {row.source.name}</span>
            </Button>
          )}
        </div>
      );
  }
}

const titleOf = (state: SourceState) =>
  state.state !== 'unavailable' ? 'Not known yet' : state.alternative ? 'Other version only' : 'Not Available';

/** Which one there is, so that a member can listen and decide for themselves. */
function OtherVersion({ song }: { song: Alternative }) {
  const address = webAddress(song.url);
  const what = [
    song.name,
    song.artists.join(', '),
    song.album,
    song.durationMs === null ? '' : formatDuration(song.durationMs),
  ];
  const text = what.filter(Boolean).join(' · ');
  return (
    <p className="mt-1 line-clamp-2">
      {address === null ? (
        text
      ) : (
        <a href={address} target="_blank" rel="noreferrer" className="underline underline-offset-3 hover:no-underline">
          {text}
        </a>
      )}
      {song.explicit === true && ' (explicit)'}
    </p>
  );
}

function ExtraSide({ row, rights, busy, onAction }: SideProps<Extract<Row, { kind: 'target' }>>) {
  return (
    <>
      <TrackCell track={row.target} dimmed={row.ignored} />
      {row.ignored ? (
        <Button look="plain" size="small" onClick={() => onAction('show-again', row)}>
          <EyeOff className="size-4" aria-hidden="true" />
          Stop ignoring<span className="sr-only"> {row.target.name}</span>
        </Button>
      ) : (
        rights.canRemove && (
          <Button
            look="danger"
            size="small"
            busy={busy}
            disabled={rights.locked}
            onClick={() => onAction('remove', row)}
          >
            {!busy && <Trash2 className="size-4" aria-hidden="true" />}
            <span className="max-sm:sr-only">Remove</span>
            <span className="sr-only"> {row.target.name}</span>
          </Button>
        )
      )}
    </>
  );
}

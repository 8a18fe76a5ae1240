import type { Playlist } from '@segue/contracts';
import { RefreshCw } from 'lucide-react';
import { Button } from '../../components/button.js';
import { plural } from '../../lib/text.js';

interface CompareActionsProps {
  target: Playlist | null;
  targetName: string;
  addable: number;
  sourceOnly: number;
  checking: boolean;
  /** Tracks about which nothing is known. */
  unknown: number;
  /** What is being made right now, in a sentence. */
  making: string | undefined;
  locked: boolean;
  refreshing: boolean;
  onAddAll: () => void;
  onCreate: () => void;
  onRefresh: () => void;
}

/** What can be done with the whole playlist, and why not when it cannot. */
export function CompareActions(props: CompareActionsProps) {
  const { target, making, locked, checking, refreshing, onRefresh } = props;
  const copy = target !== null && !target.editable;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
      {(target === null || copy) && (
        <Button size="large" busy={making !== undefined} disabled={locked} onClick={props.onCreate}>
          {copy ? 'Create a copy' : 'Create Playlist'}
        </Button>
      )}
      {target?.editable === true && props.sourceOnly > 0 && (props.addable > 0 || checking) && (
        <Button size="large" disabled={locked || checking} onClick={props.onAddAll}>
          Add All Tracks
        </Button>
      )}
      <Button look="quiet" size="large" busy={refreshing} disabled={locked} onClick={onRefresh}>
        {!refreshing && <RefreshCw className="size-4" aria-hidden="true" />}
        Check again
      </Button>
      <p role="status" className="w-full text-center text-sm text-muted">
        {sentenceOf(props)}
      </p>
    </div>
  );
}

function sentenceOf({
  making,
  checking,
  target,
  sourceOnly,
  addable,
  unknown,
  targetName,
}: CompareActionsProps): string {
  if (making !== undefined) return making;
  if (checking) return `Checking which tracks are available on ${targetName}...`;
  if (sourceOnly === 0) return '';
  if (target === null) return addable + unknown > 0 ? '' : `None of these tracks is available on ${targetName}.`;
  if (addable === 0 && unknown > 0) return '';
  if (addable === 0) return `None of the remaining tracks can be added on ${targetName}; each says why.`;
  if (!target.editable) return '';
  return addable === sourceOnly
    ? `${plural(addable, 'track')} can be added.`
    : `${plural(addable, 'track')} of ${sourceOnly.toLocaleString('en-US')} can be added; the others say why they cannot.`;
}

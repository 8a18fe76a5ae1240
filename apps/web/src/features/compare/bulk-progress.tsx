import { useEffect, useRef } from 'react';
import { Button } from '../../components/button.js';
import { ProgressBar } from '../../components/progress-bar.js';
import { focusIfLost } from '../../lib/keep-focus.js';
import { type BulkAdd, progressPercent, progressText } from './bulk-add.js';

/** How far the bulk add is, with the way out of it. */
export function BulkProgress({ state, onCancel }: { state: BulkAdd; onCancel: () => void }) {
  const text = progressText(state);
  const place = useRef<HTMLDivElement>(null);
  // It stands where the button was that started it.
  useEffect(() => focusIfLost(place.current), []);
  return (
    <div ref={place} tabIndex={-1} className="rounded-2xl border border-line bg-surface p-4 shadow-card">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm font-medium tabular-nums">
          {text}
          {state.pauseSeconds !== null && (
            <span className="block font-normal text-muted">
              No answer just now. It goes on in {state.pauseSeconds} seconds.
            </span>
          )}
        </p>
        <Button look="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <ProgressBar percent={progressPercent(state)} label={text} />
    </div>
  );
}

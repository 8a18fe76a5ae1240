import type { Playlist, WriteOutcome } from '@segue/contracts';
import { useEffect, useReducer, useRef } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { removeStored, STORAGE, writeStored } from '../../lib/storage.js';
import { wait } from '../../lib/wait.js';
import { type AddGroup, addOne, claimDay, type SourceOnlyTrack } from './api.js';
import { type BulkAddEvent, bulkAddReducer, IDLE, progressPercent, progressText } from './bulk-add.js';
import { runBulkAdd } from './run-bulk-add.js';
import { useOutcome } from './use-outcome.js';
import { useSyncErrors } from './use-sync-errors.js';

interface BulkAddOptions {
  target: Playlist | null;
  onAnswer: (track: SourceOnlyTrack, outcome: WriteOutcome) => void;
  /** After the last track, however it ended. */
  onEnd: () => void;
}

/** The bulk add of one screen. Leaving the screen or the page cancels it. */
export function useBulkAdd({ target, onAnswer, onEnd }: BulkAddOptions) {
  const [state, tell] = useReducer(bulkAddReducer, IDLE);
  const controller = useRef<AbortController | null>(null);
  const dialogs = useDialogs();
  const tellError = useSyncErrors();
  const tellOutcome = useOutcome(target?.platform ?? 'spotify');

  async function start(tracks: readonly SourceOnlyTrack[]) {
    if (target === null || controller.current !== null) return;
    const run = new AbortController();
    controller.current = run;
    // The reducer's state is not readable here; the same events fold into the same result.
    let result = IDLE;
    const doors = {
      add: (track: SourceOnlyTrack, key: string, group: AddGroup, signal: AbortSignal) =>
        addOne(target, track, key, { group, signal }),
      wait,
      newKey: () => crypto.randomUUID(),
      onAnswer,
      tell: (event: BulkAddEvent) => {
        result = bulkAddReducer(result, event);
        tell(event);
      },
    };
    try {
      await claimDay(target, run.signal);
      await runBulkAdd(tracks, doors, run.signal);
    } catch (error) {
      if (!run.signal.aborted) await tellError(error, 'Failed to add tracks');
    } finally {
      controller.current = null;
    }
    // Nobody is there any more to be told.
    if (run.signal.reason === LEFT) return;
    onEnd();
    if (run.signal.aborted) await dialogs.info('Track addition cancelled by user.');
    await tellOutcome(result);
  }

  useEffect(() => {
    const leave = () => {
      controller.current?.abort(LEFT);
      removeStored(STORAGE.bulkAdd);
    };
    window.addEventListener('beforeunload', leave);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  useEffect(() => {
    if (state.status !== 'running') return removeStored(STORAGE.bulkAdd);
    const marker = { isAdding: true, progressPercent: progressPercent(state), progressText: progressText(state) };
    writeStored(STORAGE.bulkAdd, marker);
  }, [state]);

  return { state, running: state.status === 'running', start, cancel: () => controller.current?.abort() };
}

const LEFT = new DOMException('The page was left.', 'AbortError');

import type { WriteOutcome } from '@segue/contracts';

export type Failed = WriteOutcome['failed'][number];
export type Mismatched = WriteOutcome['mismatched'][number];

/** One track after the other, until they are through or somebody says stop. */
export interface BulkAdd {
  status: 'idle' | 'running' | 'finished' | 'cancelled' | 'stopped';
  total: number;
  /** Tracks that have their answer. */
  done: number;
  added: number;
  failed: readonly Failed[];
  mismatched: readonly Mismatched[];
  /** The platform asked us to wait this long, in seconds; null while it does not. */
  pauseSeconds: number | null;
  /** Why it stopped before the end. */
  problem: string | null;
}

export type BulkAddEvent =
  | { type: 'started'; total: number }
  | { type: 'paused'; seconds: number }
  | { type: 'resumed' }
  | { type: 'answered'; outcome: WriteOutcome }
  | { type: 'finished' }
  | { type: 'cancelled' }
  | { type: 'stopped'; problem: string };

export const IDLE: BulkAdd = {
  status: 'idle',
  total: 0,
  done: 0,
  added: 0,
  failed: [],
  mismatched: [],
  pauseSeconds: null,
  problem: null,
};

export function bulkAddReducer(state: BulkAdd, event: BulkAddEvent): BulkAdd {
  if (event.type === 'started') return { ...IDLE, status: 'running', total: event.total };
  // What comes in after the end belongs to a run nobody waits for.
  if (state.status !== 'running') return state;
  switch (event.type) {
    case 'paused':
      return { ...state, pauseSeconds: event.seconds };
    case 'resumed':
      return { ...state, pauseSeconds: null };
    case 'answered':
      return {
        ...state,
        pauseSeconds: null,
        done: state.done + 1,
        added: state.added + event.outcome.added.length + event.outcome.mismatched.length,
        failed: [...state.failed, ...event.outcome.failed],
        mismatched: [...state.mismatched, ...event.outcome.mismatched],
      };
    case 'finished':
    case 'cancelled':
      return { ...state, status: event.type, pauseSeconds: null };
    case 'stopped':
      return { ...state, status: 'stopped', pauseSeconds: null, problem: event.problem };
  }
}

export const progressText = ({ done, total }: BulkAdd): string =>
  `Adding track ${Math.min(done + 1, total)} of ${total}...`;

export const progressPercent = ({ done, total }: BulkAdd): number =>
  total === 0 ? 0 : Math.floor((done / total) * 100);

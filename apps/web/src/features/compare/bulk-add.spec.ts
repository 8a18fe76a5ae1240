import { anOutcome, aTrack } from '../../testing/builders.js';
import { type BulkAddEvent, bulkAddReducer, IDLE, progressPercent, progressText } from './bulk-add.js';

const added = anOutcome({ added: [{ ...aTrack(0), targetId: 't', matchType: 'isrc', sourceIndex: 0 }] });
const failed = anOutcome({
  failed: [{ ...aTrack(1), reason: 'not_in_storefront', message: 'Gone.', sourceIndex: 0 }],
});
const after = (...events: BulkAddEvent[]) => events.reduce(bulkAddReducer, IDLE);
const started = { type: 'started', total: 3 } as const;

describe('the bulk add', () => {
  it('says which track is being added', () => {
    expect(progressText(after(started))).toBe('Adding track 1 of 3...');
    const later = after(started, { type: 'answered', outcome: added }, { type: 'answered', outcome: failed });
    expect(progressText(later)).toBe('Adding track 3 of 3...');
    expect(progressPercent(later)).toBe(66);
  });

  it('collects what was added and what failed', () => {
    const state = after(
      started,
      { type: 'answered', outcome: added },
      { type: 'answered', outcome: failed },
      { type: 'finished' },
    );
    expect(state).toMatchObject({ status: 'finished', added: 1, done: 2 });
    expect(state.failed).toHaveLength(1);
  });

  it('takes nothing in once it is cancelled', () => {
    const state = after(started, { type: 'cancelled' }, { type: 'answered', outcome: added }, { type: 'finished' });
    expect(state).toMatchObject({ status: 'cancelled', added: 0 });
  });

  it('keeps why it stopped', () => {
    expect(after(started, { type: 'stopped', problem: 'Down.' })).toMatchObject({
      status: 'stopped',
      problem: 'Down.',
    });
  });
});

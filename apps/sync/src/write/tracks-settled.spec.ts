import { FailureReason, type WriteOutcome } from '@segue/contracts';
import { tracksSettled } from './tracks-settled.js';

const track = { name: 'Song', artist: 'Mira', isrc: null };
const failedFor = (reason: FailureReason) =>
  ({
    added: [],
    mismatched: [],
    failed: [{ ...track, reason, message: '', sourceIndex: 0 }],
  }) as unknown as WriteOutcome;
const written = { added: [track, track], mismatched: [track], failed: [] } as unknown as WriteOutcome;

describe('what became of tracks', () => {
  it('is counted over all that were settled together', () => {
    expect(tracksSettled('apple', [written, failedFor('not_in_storefront'), failedFor('playlist_full')])).toEqual({
      platform: 'apple',
      added: 2,
      mismatched: 1,
      unmatched: 1,
      failed: 1,
    });
  });

  it('is counted once, whatever an earlier attempt told of the same tracks', () => {
    const earlier = { ...written, mismatched: [], failed: failedFor('platform_busy').failed };
    expect(tracksSettled('apple', [written], [earlier])).toEqual({
      platform: 'apple',
      added: 0,
      mismatched: 1,
      unmatched: 0,
      failed: -1,
    });
  });

  it.each(FailureReason.options)('counts %s once', (reason) => {
    const { unmatched, failed } = tracksSettled('spotify', [failedFor(reason)]);
    const saysNoMatch = ['not_in_storefront', 'no_isrc', 'ambiguous', 'version_conflict', 'isrc_conflict'];
    expect({ unmatched, failed }).toEqual(
      saysNoMatch.includes(reason) ? { unmatched: 1, failed: 0 } : { unmatched: 0, failed: 1 },
    );
  });
});

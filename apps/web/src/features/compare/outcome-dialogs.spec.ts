import { aTrack } from '../../testing/builders.js';
import { failedMessage, mismatchMessage, notThere } from './outcome-dialogs.js';

const failure = (over = {}) => ({
  ...aTrack(1),
  reason: 'not_in_storefront' as const,
  message: 'Not offered.',
  sourceIndex: 0,
  ...over,
});

describe('the dialogs after adding', () => {
  it('cut names to 80 characters before escaping them [S132]', () => {
    const { markup } = failedMessage([failure({ name: `${'a'.repeat(79)}<🎵` })], 'Apple Music');
    expect(markup).toContain(`${'a'.repeat(79)}&lt;…`);
  });

  it('show both ISRCs of a mismatch', () => {
    const mismatch = {
      isrc: 'QZABC2400001',
      appleISRC: 'USABC2500001',
      name: '<b>x</b>',
      artist: 'y',
    } as Parameters<typeof mismatchMessage>[0][number];
    const { markup } = mismatchMessage([mismatch], 'Apple Music');
    expect(markup).toContain('QZABC2400001');
    expect(markup).toContain('USABC2500001');
    expect(markup).not.toContain('<b>');
  });

  it('do not call a track missing because the platform was down', () => {
    expect(
      notThere([failure(), failure({ reason: 'upstream_error' }), failure({ reason: 'platform_busy' })]),
    ).toHaveLength(1);
  });
});

import { type FailureReason, RequestedTrack, type WriteOutcome } from '@segue/contracts';
import fc from 'fast-check';
import type { Resolution } from '../resolve/resolve.service.js';
import { aSong, asked } from '../testing/builders.js';
import { type Landed, type Problem, settle } from './outcome.js';

const REASONS: FailureReason[] = ['not_in_storefront', 'no_isrc', 'ambiguous', 'platform_busy', 'not_a_song'];
const PROBLEMS: Problem[] = [
  null,
  { code: 'platform_busy', retryAfterSeconds: 9 },
  { code: 'refused', retryAfterSeconds: null },
  { code: 'platform_reconnect_required', retryAfterSeconds: null },
  { code: 'playlist_full', retryAfterSeconds: null },
];

const resolution: fc.Arbitrary<Resolution> = fc.oneof(
  fc.record({
    recording: fc.integer({ min: 0, max: 3 }).map((number) => aSong(number)),
    matchType: fc.constantFrom('isrc' as const, 'fallback' as const),
    evidence: fc.constant<string[]>([]),
  }),
  fc.record({
    recording: fc.constant(null),
    reason: fc.constantFrom(...REASONS),
    nearest: fc.constant(null),
    elsewhere: fc.constant<string[]>([]),
    retryAfterSeconds: fc.constant(null),
  }),
);
const landing = fc.option(fc.constantFrom<Landed>('yes', 'no', 'unknown'), { nil: undefined });

const indexesOf = ({ added, failed, mismatched }: WriteOutcome): number[] =>
  [...added, ...failed, ...mismatched].map(({ sourceIndex }) => sourceIndex).sort((a, b) => a - b);

describe('what a write came to', () => {
  it('is a partition of what was asked: every track, copies too, stands in exactly one list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(resolution, landing, fc.integer({ min: 0, max: 3 })), { maxLength: 40 }),
        fc.constantFrom(...PROBLEMS),
        (rows, problem) => {
          const tracks = rows.map(([, , number]) => RequestedTrack.parse(asked(number)));
          const landedAt = new Map(rows.flatMap(([, landed], index) => (landed ? [[index, landed] as const] : [])));
          const resolutions = rows.map(([found]) => found);
          const request = { operationId: 'o', platform: 'apple' as const, tracks, resolutions };
          const { outcome, ends } = settle(request, landedAt, problem);
          expect(indexesOf(outcome)).toEqual(tracks.map((_, index) => index));
          expect([...ends.keys()].sort((a, b) => a - b)).toEqual(indexesOf(outcome));
          for (const { sourceIndex } of [...outcome.added, ...outcome.mismatched]) {
            expect(landedAt.get(sourceIndex)).toBe('yes');
            expect(ends.get(sourceIndex)).toEqual({ state: 'confirmed', reason: null });
          }
          for (const { sourceIndex, reason, message } of outcome.failed) {
            expect(message).not.toBe('');
            expect(ends.get(sourceIndex)?.reason).toBe(reason);
          }
        },
      ),
    );
  });

  it('says mismatched of exactly what was written under another code', () => {
    fc.assert(
      fc.property(fc.array(resolution, { maxLength: 20 }), (resolutions) => {
        const tracks = resolutions.map((_, index) => RequestedTrack.parse(asked(index)));
        const landedAt = new Map(tracks.map((_, index) => [index, 'yes' as const]));
        const request = { operationId: 'o', platform: 'spotify' as const, tracks, resolutions };
        const fallbacks = resolutions.flatMap((found, index) =>
          found.recording !== null && found.matchType === 'fallback' ? [index] : [],
        );
        const { mismatched } = settle(request, landedAt, null).outcome;
        expect(mismatched.map(({ sourceIndex }) => sourceIndex)).toEqual(fallbacks);
      }),
    );
  });
});

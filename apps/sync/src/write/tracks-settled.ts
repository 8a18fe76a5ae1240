import type { EventPayload, FailureReason, PlatformId, WriteOutcome } from '@segue/contracts';

/** The platform was asked and has no recording that is certainly the same. The other reasons say nothing of the match. */
const UNMATCHED: ReadonlySet<FailureReason> = new Set([
  'not_in_storefront',
  'no_isrc',
  'ambiguous',
  'version_conflict',
  'isrc_conflict',
]);

/** What the dashboard's match rate is made of. */
export function tracksSettled(
  platform: PlatformId,
  outcomes: readonly Pick<WriteOutcome, 'added' | 'mismatched' | 'failed'>[],
): EventPayload<'tracks.settled'> {
  const fact = { platform, added: 0, mismatched: 0, unmatched: 0, failed: 0 };
  for (const { added, mismatched, failed } of outcomes) {
    const unmatched = failed.filter(({ reason }) => UNMATCHED.has(reason)).length;
    fact.added += added.length;
    fact.mismatched += mismatched.length;
    fact.unmatched += unmatched;
    fact.failed += failed.length - unmatched;
  }
  return fact;
}

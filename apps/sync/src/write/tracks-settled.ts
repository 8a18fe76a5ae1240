import type { EventPayload, FailureReason, PlatformId, WriteOutcome } from '@segue/contracts';

/** The platform was asked and has no recording that is certainly the same. The other reasons say nothing of the match. */
const UNMATCHED: ReadonlySet<FailureReason> = new Set([
  'not_in_storefront',
  'no_isrc',
  'ambiguous',
  'version_conflict',
  'isrc_conflict',
]);

type Outcome = Pick<WriteOutcome, 'added' | 'mismatched' | 'failed'>;

/**
 * What the dashboard's match rate is made of.
 * @param before what was told of the same tracks already, by an earlier attempt under the same key: it is taken off.
 */
export function tracksSettled(
  platform: PlatformId,
  outcomes: readonly Outcome[],
  before: readonly Outcome[] = [],
): EventPayload<'tracks.settled'> {
  const fact = { platform, added: 0, mismatched: 0, unmatched: 0, failed: 0 };
  const count = ({ added, mismatched, failed }: Outcome, sign: 1 | -1) => {
    const unmatched = failed.filter(({ reason }) => UNMATCHED.has(reason)).length;
    fact.added += sign * added.length;
    fact.mismatched += sign * mismatched.length;
    fact.unmatched += sign * unmatched;
    fact.failed += sign * (failed.length - unmatched);
  };
  for (const outcome of outcomes) count(outcome, 1);
  for (const outcome of before) count(outcome, -1);
  return fact;
}

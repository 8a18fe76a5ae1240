import type { EventPayload } from '@segue/contracts';
import type { EntityManager } from 'typeorm';

/** Adds what became of some tracks to the counts of their day (UTC). */
export async function noteTracks(
  tx: EntityManager,
  { platform, added, mismatched, unmatched, failed }: EventPayload<'tracks.settled'>,
  at: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO daily_tracks AS counts (day, platform, added, mismatched, unmatched, failed)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (day, platform) DO UPDATE SET
       added = counts.added + EXCLUDED.added, mismatched = counts.mismatched + EXCLUDED.mismatched,
       unmatched = counts.unmatched + EXCLUDED.unmatched, failed = counts.failed + EXCLUDED.failed`,
    [at.slice(0, 10), platform, added, mismatched, unmatched, failed],
  );
}

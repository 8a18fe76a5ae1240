import { type EventPayload, VISIT_LIFE_MS } from '@segue/contracts';
import type { EntityManager } from 'typeorm';

/** Keeps one visit, under the id of the event that told of it, and forgets those whose time is over. */
export async function noteVisit(
  tx: EntityManager,
  id: string,
  { path, ip, userAgent, at }: EventPayload<'visit.recorded'>,
): Promise<void> {
  await tx.query('INSERT INTO visits (id, path, ip, user_agent, visited_at) VALUES ($1, $2, $3, $4, $5)', [
    id,
    path,
    ip,
    userAgent,
    at,
  ]);
  await tx.query(
    `DELETE FROM visits WHERE id IN (
       SELECT id FROM visits WHERE visited_at < $1 ORDER BY visited_at LIMIT 100 FOR UPDATE SKIP LOCKED
     )`,
    [new Date(new Date(at).getTime() - VISIT_LIFE_MS)],
  );
}

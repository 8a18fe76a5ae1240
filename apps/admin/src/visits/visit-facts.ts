import { type EventPayload, VISIT_COUNT_LIFE_DAYS, VISIT_LIFE_DAYS } from '@segue/contracts';
import type { EntityManager } from 'typeorm';
import { agentOf } from './user-agent.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `YYYY-MM-DD` in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Counts one visit, of its page and of where it came from, and forgets counts whose time is over. */
export async function noteVisit(
  tx: EntityManager,
  { path, ip, userAgent, at }: EventPayload<'visit.recorded'>,
): Promise<void> {
  const visitedAt = new Date(at);
  const day = dayOf(visitedAt);
  const { browser, device } = agentOf(userAgent);
  await tx.query(
    `INSERT INTO daily_page_visits (day, path, visits) VALUES ($1, $2, 1)
     ON CONFLICT (day, path) DO UPDATE SET visits = daily_page_visits.visits + 1`,
    [day, path],
  );
  await tx.query(
    `INSERT INTO daily_visitors (day, ip, browser, device, path, visits) VALUES ($1, $2, $3, $4, $5, 1)
     ON CONFLICT (day, ip, browser, device, path) DO UPDATE SET visits = daily_visitors.visits + 1`,
    [day, ip, browser, device, path],
  );
  await forget(tx, 'daily_visitors', new Date(visitedAt.getTime() - VISIT_LIFE_DAYS * DAY_MS));
  await forget(tx, 'daily_page_visits', new Date(visitedAt.getTime() - VISIT_COUNT_LIFE_DAYS * DAY_MS));
}

const forget = (tx: EntityManager, table: 'daily_visitors' | 'daily_page_visits', before: Date) =>
  tx.query(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE day < $1 ORDER BY day LIMIT 100 FOR UPDATE SKIP LOCKED
     ))`,
    [dayOf(before)],
  );

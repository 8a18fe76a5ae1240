import type { EndedSession } from '@segue/contracts';
import { type DataSource, IsNull, MoreThan, Not } from 'typeorm';
import { Session } from './session.entity.js';

/** The sessions that ended before `now` although their tokens would still be good. */
export async function readEndedSessions(dataSource: DataSource, now: Date): Promise<EndedSession[]> {
  const sessions = await dataSource.getRepository(Session).findBy({ endedAt: Not(IsNull()), expiresAt: MoreThan(now) });
  return sessions.map(({ jti, expiresAt }) => ({ jti, expiresAtMs: expiresAt.getTime() }));
}

import { SESSIONS_ENDED_CHANNEL } from '@segue/service';
import type { EntityManager } from 'typeorm';

/** PostgreSQL takes notifications up to 8,000 bytes; one ended session is about 75. */
const SESSIONS_PER_NOTIFICATION = 80;

interface Ended {
  jti: string;
  expires_at: Date;
}

/** Ends one session or all of an account. Every service hears of it when the transaction commits. */
export async function endSessions(
  tx: EntityManager,
  which: { jti: string } | { accountId: string },
  now: Date,
): Promise<void> {
  const [condition, value] = 'jti' in which ? ['jti = $2', which.jti] : ['account_id = $2', which.accountId];
  await tx.query('DELETE FROM sessions WHERE expires_at < $1', [now]);
  const [ended] = (await tx.query(
    `UPDATE sessions SET ended_at = $1 WHERE ended_at IS NULL AND ${condition} RETURNING jti, expires_at`,
    [now, value],
  )) as [Ended[], number];
  const sessions = ended.map(({ jti, expires_at }) => ({ jti, expiresAtMs: expires_at.getTime() }));
  for (let start = 0; start < sessions.length; start += SESSIONS_PER_NOTIFICATION) {
    const part = JSON.stringify(sessions.slice(start, start + SESSIONS_PER_NOTIFICATION));
    await tx.query('SELECT pg_notify($1, $2)', [SESSIONS_ENDED_CHANNEL, part]);
  }
}

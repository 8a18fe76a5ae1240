import { EndedSession, endedSessions } from '@segue/contracts';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ServiceClient } from '../client/service-client.js';
import type { PostgresListener } from '../database/postgres-listener.js';

/** PostgreSQL channel on which auth tells everybody at once. The payload is a JSON array of `EndedSession`. */
export const SESSIONS_ENDED_CHANNEL = 'segue_sessions_ended';

/**
 * The sessions that ended before their tokens did. Auth's notification reaches every process within milliseconds
 * of its commit; what was missed while an ear was off is read from auth when it is on again.
 */
export class EndedSessions {
  private readonly expiresAtByJti = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  has(jti: string): boolean {
    return this.expiresAtByJti.has(jti);
  }

  add(sessions: readonly EndedSession[]): void {
    for (const { jti, expiresAtMs } of sessions) this.expiresAtByJti.set(jti, expiresAtMs);
    this.forgetExpired();
  }

  /** An expired token is refused anyway. */
  private forgetExpired(): void {
    const now = this.now();
    for (const [jti, expiresAtMs] of this.expiresAtByJti) if (expiresAtMs < now) this.expiresAtByJti.delete(jti);
  }
}

/** Keeps `sessions` up to date for as long as the process runs. */
export async function followEndedSessions(
  sessions: EndedSessions,
  listener: PostgresListener,
  client: ServiceClient,
  logger: Logger,
): Promise<void> {
  const reload = async () => {
    try {
      sessions.add((await client.call(endedSessions, {})).sessions);
    } catch (error) {
      logger.warn({ event: 'sessions.reload-failed', err: error }, 'ended sessions could not be read from auth');
    }
  };
  await listener.listen(SESSIONS_ENDED_CHANNEL, {
    onNotification: (payload) => sessions.add(z.array(EndedSession).parse(JSON.parse(payload))),
    onListening: () => void reload(),
  });
}

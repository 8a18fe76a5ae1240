import { EndedSession } from '@segue/contracts';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import type { PostgresListener } from '../database/postgres-listener.js';

/** PostgreSQL channel on which auth tells everybody at once. The payload is a JSON array of `EndedSession`. */
export const SESSIONS_ENDED_CHANNEL = 'segue_sessions_ended';

/**
 * The sessions that ended before their tokens did. Auth's notification reaches every process within milliseconds
 * of its commit; what was missed while an ear was off is read from auth when it is on again.
 */
export class EndedSessions {
  private readonly expiresAtByJti = new Map<string, number>();
  private loaded = false;

  constructor(private readonly now: () => number) {}

  /** Whether everything that ended before this process started is known. */
  get isLoaded(): boolean {
    return this.loaded;
  }

  markLoaded(): void {
    this.loaded = true;
  }

  /** @throws AppError `service_unavailable` while that is not known: an ended token must not slip through. */
  has(jti: string): boolean {
    if (!this.loaded) throw new AppError('service_unavailable', {}, { retryAfterSeconds: 1 });
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

/** Where the sessions that already ended are read from: auth, which overrides this with its own table. */
export abstract class EndedSessionsSource {
  abstract read(): Promise<EndedSession[]>;
}

const RETRY_MS = 500;

/** Keeps `sessions` up to date for as long as the process runs. */
export async function followEndedSessions(
  sessions: EndedSessions,
  source: EndedSessionsSource,
  listener: PostgresListener,
  logger: Logger,
): Promise<void> {
  const load = async (): Promise<void> => {
    try {
      sessions.add(await source.read());
      sessions.markLoaded();
    } catch (error) {
      logger.debug({ event: 'sessions.load-failed', err: error }, 'ended sessions could not be read yet');
      setTimeout(() => void load(), RETRY_MS).unref();
    }
  };
  await listener.listen(SESSIONS_ENDED_CHANNEL, {
    onNotification: (payload) => sessions.add(z.array(EndedSession).parse(JSON.parse(payload))),
    onListening: () => void load(),
  });
}

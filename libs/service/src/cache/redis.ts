import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createClient, type RedisClientType } from 'redis';

const CONNECT_TIMEOUT_MS = 2000;
const LONGEST_RECONNECT_PAUSE_MS = 2000;
/** Nothing in Redis is worth a longer wait. The client's own time-out ends when a command is sent, so this is ours. */
const COMMAND_TIMEOUT_MS = 150;
/** A server that hangs is not asked again for this long, so that not every request waits for it. */
const SHUNNED_MS = 1000;
/** A connection on which nothing is heard for this long is given up, in ms. */
const SILENT_SOCKET_MS = 10_000;
const PING_INTERVAL_MS = 3000;

/** Redis cannot be asked now: go on without. */
class RedisAway extends Error {}

/** What replicas share for a while. Everything in it may be lost at any time, and so may the server. */
export class SharedRedis {
  /** For libraries that bring their own commands; bound them with `ask`. */
  readonly client: RedisClientType;
  private shunnedUntil = 0;
  private isLost = false;

  constructor(
    url: string,
    logger: Logger,
    private readonly commandTimeoutMs = COMMAND_TIMEOUT_MS,
  ) {
    this.client = createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: PING_INTERVAL_MS,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENT_SOCKET_MS,
        reconnectStrategy: (retries) => Math.min(LONGEST_RECONNECT_PAUSE_MS, 50 * 2 ** retries),
      },
    });
    this.client.on('error', (err: Error) => {
      if (this.isLost) return;
      this.isLost = true;
      logger.warn({ event: 'redis.lost', err }, 'going on without Redis');
    });
    this.client.on('ready', () => {
      this.isLost = false;
      logger.info({ event: 'redis.connected' }, 'Redis reached');
    });
    // It goes on trying by itself; the service starts without it.
    this.client.connect().catch(() => undefined);
  }

  /** @throws RedisAway when there is no answer soon, and whatever `work` throws that is no trouble with Redis. */
  async ask<Answer>(work: (client: RedisClientType) => Promise<Answer>): Promise<Answer> {
    if (!this.client.isReady || Date.now() < this.shunnedUntil) throw new RedisAway('Redis is away.');
    const timer = new AbortController();
    const tooLate = pause(this.commandTimeoutMs, undefined, { signal: timer.signal, ref: false }).then(() => {
      this.shunnedUntil = Date.now() + SHUNNED_MS;
      throw new RedisAway(`Redis did not answer within ${this.commandTimeoutMs} ms.`);
    });
    // Ending the timer rejects it, as does a command that comes too late; neither is news then.
    tooLate.catch(() => undefined);
    const answer = work(this.client);
    answer.catch(() => undefined);
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      timer.abort();
    }
  }

  close(): void {
    this.client.destroy();
  }
}

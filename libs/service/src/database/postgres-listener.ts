import pg from 'pg';
import type { Logger } from 'pino';

export interface ChannelEar {
  onNotification: (payload: string) => void;
  /** Called each time the ear is on, also after it was lost: read what was missed. */
  onListening?: () => void;
}

const RECONNECT_PAUSE_MS = 1000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** One connection that hears PostgreSQL notifications for the whole process and comes back when it is lost. */
export class PostgresListener {
  private readonly ears = new Map<string, ChannelEar>();
  private client: pg.Client | undefined;
  private closed = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  /** Starts hearing a channel. One ear a channel. */
  async listen(channel: string, ear: ChannelEar): Promise<void> {
    this.ears.set(channel, ear);
    if (!this.client) return this.connect();
    await this.client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    ear.onListening?.();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      application_name: 'segue-listener',
    });
    this.client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.reconnectSoon());
    client.on('notification', ({ channel, payload }) => this.deliver(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.ears.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      for (const ear of this.ears.values()) ear.onListening?.();
    } catch (error) {
      this.logger.warn({ event: 'listener.lost', err: error }, 'no connection for notifications');
      await client.end().catch(() => undefined);
      this.reconnectSoon();
    }
  }

  private deliver(channel: string, payload: string): void {
    try {
      this.ears.get(channel)?.onNotification(payload);
    } catch (error) {
      this.logger.error({ event: 'listener.bad-payload', channel, err: error }, 'a notification could not be read');
    }
  }

  private reconnectSoon(): void {
    if (this.closed || this.retry) return;
    this.client = undefined;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      void this.connect();
    }, RECONNECT_PAUSE_MS);
  }
}

import type { EventEnvelope, ServiceName } from '@segue/contracts';
import { createTestDatabase, eventually, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { PostgresListener } from '../database/postgres-listener.js';
import type { EventCarrier } from '../events/carrier.js';
import { Outbox } from '../events/outbox.js';
import { OutboxRelay } from '../events/relay.js';
import type { EventTransport, ParkedEvents } from '../events/transport.js';
import { createLogger } from '../logging/logger.js';
import { SampleListeners } from './sample-service.js';
import { logInto, type Sample, startSample } from './start-sample.js';

export const quiet = createLogger('auth', 'warn', logInto([]));

/** What a carrier must offer beside itself to be tested. */
export interface CarrierUnderTest {
  createCarrier(service: ServiceName, databaseUrl: string): EventCarrier;
  parked: ParkedEvents;
  /** Nothing waits for billing, neither now nor later. */
  isDrained(): Promise<boolean>;
  /** Ends the pause of what failed. */
  tryAgainNow(): Promise<void>;
  /** Forgets everything that is queued or parked. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** auth tells, billing hears, with a carrier in between. */
export class EventStage {
  heard: EventEnvelope<'user.deleted'>[] = [];
  private readonly relays: Array<{ relay: OutboxRelay; listener: PostgresListener }> = [];
  private readonly outbox = new Outbox('auth', new TestClock());
  private handling = 0;

  private constructor(
    readonly under: CarrierUnderTest,
    readonly auth: DataSource,
    private readonly authUrl: string,
    readonly hearing: Sample,
  ) {}

  static async open(openCarrier: (databaseUrl: string) => Promise<CarrierUnderTest>): Promise<EventStage> {
    const database = await createTestDatabase();
    const authUrl = database.urlOf('auth');
    const under = await openCarrier(authUrl);
    const auth = await createDataSource({ schema: 'auth', url: authUrl, entities: [], migrations: [] }).initialize();
    await migrate(auth, 'auth');
    const databaseUrl = database.urlOf('billing');
    const hearing = await startSample({
      databaseUrl,
      findSigningKey: new TestTokens().findSigningKey,
      listens: true,
      carrier: under.createCarrier('billing', databaseUrl),
    });
    return new EventStage(under, auth, authUrl, hearing);
  }

  async close(): Promise<void> {
    await this.hearing.stop();
    await this.auth.destroy();
    await this.under.close();
  }

  /** Before each test: everything is heard and remembered. */
  begin(): void {
    this.heard = [];
    this.onDeleted(async (event) => void this.heard.push(event));
  }

  /** After each test. */
  async end(): Promise<void> {
    await this.stopRelays();
    await this.under.clear();
    await this.auth.query('DELETE FROM outbox');
  }

  onDeleted(handle: (event: EventEnvelope<'user.deleted'>) => Promise<void>): void {
    SampleListeners.onDeleted = async (event) => {
      this.handling += 1;
      try {
        await handle(event);
      } finally {
        this.handling -= 1;
      }
    };
  }

  async startRelay(transport?: EventTransport): Promise<void> {
    const listener = new PostgresListener(this.authUrl, quiet);
    const carried = transport ?? this.under.createCarrier('auth', this.authUrl).transport;
    const relay = new OutboxRelay(this.auth, carried, quiet);
    this.relays.push({ relay, listener });
    await relay.start(listener, 'auth');
  }

  async stopRelays(): Promise<void> {
    for (const { relay, listener } of this.relays.splice(0)) {
      await relay.close();
      await listener.close();
    }
  }

  /** The fact becomes true, and the transaction that made it so commits. @returns the member's id. */
  tellDeleted(userId: string = randomUUID()): Promise<string> {
    return this.auth.transaction(async (tx) => {
      await this.outbox.publish(tx, 'user.deleted', { userId });
      return userId;
    });
  }

  /** Like `tellDeleted`, in a transaction that changes its mind. */
  async rollBack(payload: { userId: string }): Promise<void> {
    await this.auth.transaction(async (tx) => {
      await this.outbox.publish(tx, 'user.deleted', payload);
      throw new Error('changed its mind');
    });
  }

  usersHeard(): string[] {
    return this.heard.map(({ payload }) => payload.userId);
  }

  async outboxSize(): Promise<number> {
    return Number((await this.auth.query('SELECT count(*) FROM outbox'))[0].count);
  }

  /** Nothing more is going to be heard. */
  allHeard(withinMs?: number): Promise<void> {
    let quietBefore = false;
    return eventually(async () => {
      const isQuiet = (await this.outboxSize()) === 0 && (await this.under.isDrained()) && this.handling === 0;
      // A message may be between the carrier and its handler: twice quiet is quiet.
      const wasQuiet = quietBefore;
      quietBefore = isQuiet;
      if (!isQuiet || !wasQuiet) throw new Error('Events are still under way.');
    }, withinMs);
  }
}

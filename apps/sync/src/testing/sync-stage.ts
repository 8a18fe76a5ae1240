import type { Endpoint, EventEnvelope } from '@segue/contracts';
import { createTestDatabase, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import type { FakeServices } from './fake-services.js';
import { type Answer, startSync, type Sync } from './start-sync.js';

/** One service for all tests of a file; every test has a member of its own, and the playlists and songs it begins with. */
export class SyncStage {
  readonly clock = new TestClock();
  readonly tokens = new TestTokens();
  /** The member of the test that runs. */
  userId = '';
  private started: Sync | undefined;

  /** @param arrange puts there what each test begins with. */
  static forFile(arrange: (services: FakeServices) => void = () => undefined): SyncStage {
    const stage = new SyncStage();
    beforeAll(async () => {
      const databaseUrl = (await createTestDatabase()).urlOf('sync');
      stage.started = await startSync(databaseUrl, stage.clock, stage.tokens.findSigningKey);
    });
    afterAll(() => stage.started?.stop());
    beforeEach(() => {
      stage.userId = randomUUID();
      const { playlists, catalogue, calls } = stage.services;
      for (const list of [playlists, catalogue, calls]) list.length = 0;
      arrange(stage.services);
    });
    return stage;
  }

  get app(): Sync['app'] {
    return this.running.app;
  }

  get database(): Sync['database'] {
    return this.running.database;
  }

  get services(): FakeServices {
    return this.running.services;
  }

  /** Asks as the member's browser does. @param key the idempotency key. */
  async ask(endpoint: Endpoint, body: unknown, key?: string): Promise<Answer> {
    const headers = {
      ...(await this.tokens.bearer(this.userId)),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    return this.running.ask(endpoint, headers, body);
  }

  /** The member's facts in the outbox. */
  facts(): Promise<Array<Pick<EventEnvelope, 'name' | 'payload'>>> {
    return this.database.query(`SELECT name, payload FROM outbox WHERE payload->>'userId' = $1`, [this.userId]);
  }

  /** As if the process that worked on the open operations had died a while ago. */
  async workerDied(): Promise<void> {
    await this.database.query(`UPDATE operations SET lease_expires_at = now() - interval '1 second'`);
  }

  /** The playlist that holds somebody's day. */
  dayOf(user: string): string | undefined {
    return this.services.days.get(user)?.playlistId;
  }

  private get running(): Sync {
    if (!this.started) throw new Error('The service is started by beforeAll.');
    return this.started;
  }
}

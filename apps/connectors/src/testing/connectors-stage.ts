import { createTestDatabase } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { ConnectionRepository } from '../connections/connection.repository.js';
import { startTestService, type TestService } from './test-service.js';

interface OnSpotify {
  userId?: string;
  storefront?: string;
  /** null = the platform does not tell. */
  consentEndsAt?: Date | null;
}

/** A service of its own for each test of a file, on tables that are empty. */
export class ConnectorsStage implements TestService {
  private databaseUrl = '';
  private readonly replicas: TestService[] = [];

  static forFile(): ConnectorsStage {
    const stage = new ConnectorsStage();
    beforeAll(async () => {
      stage.databaseUrl = (await createTestDatabase()).urlOf('connectors');
    });
    beforeEach(async () => {
      await stage.startReplica();
      await stage.emptyTables();
    });
    afterEach(async () => {
      for (const replica of stage.replicas.splice(0)) await replica.stop();
    });
    return stage;
  }

  get app(): TestService['app'] {
    return this.first.app;
  }

  get database(): TestService['database'] {
    return this.first.database;
  }

  get spotify(): TestService['spotify'] {
    return this.first.spotify;
  }

  get apple(): TestService['apple'] {
    return this.first.apple;
  }

  get timing(): TestService['timing'] {
    return this.first.timing;
  }

  get log(): TestService['log'] {
    return this.first.log;
  }

  get call(): TestService['call'] {
    return this.first.call;
  }

  get internal(): TestService['internal'] {
    return this.first.internal;
  }

  get stop(): TestService['stop'] {
    return this.first.stop;
  }

  /** Another process on the same database, with platforms of its own, until the test ends. */
  async startReplica(keys?: string): Promise<TestService> {
    const replica = await startTestService(this.databaseUrl, keys);
    this.replicas.push(replica);
    return replica;
  }

  /** @returns a member who is connected to Spotify, as if the consent had been long ago. */
  async onSpotify({
    userId = randomUUID(),
    storefront = 'any',
    consentEndsAt = null,
  }: OnSpotify = {}): Promise<string> {
    await this.app.get(ConnectionRepository).connect({
      userId,
      platform: 'spotify',
      tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: new Date(this.timing.now() + 3600_000) },
      profile: { accountId: userId, ownerId: 'mia', displayName: 'Mia', avatarUrl: null, storefront },
      consentEndsAt,
    });
    return userId;
  }

  /** @returns a member who is connected to Apple Music. */
  async onApple(userId: string = randomUUID()): Promise<string> {
    const { status } = await this.call(userId, 'POST', '/api/apple/connect', { userToken: 'access-1' });
    expect(status).toBe(200);
    return userId;
  }

  private async emptyTables(): Promise<void> {
    const tables: { name: string }[] = await this.database.query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migrations'`,
    );
    await this.database.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  }

  private get first(): TestService {
    const [first] = this.replicas;
    if (!first) throw new Error('The service is started by beforeEach.');
    return first;
  }
}

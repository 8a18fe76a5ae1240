import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager, Not, Like } from 'typeorm';
import { Connection } from '../connections/connection.entity.js';
import { TokenCipher, UnreadableSecret, type SecretPlace } from './token-cipher.js';
import { TokenKeyRing } from './token-key-ring.js';

const BATCH_SIZE = 200;

/** Seals stored tokens anew under the current key at start, so that an old key can leave the ring afterwards. */
@Injectable()
export class Rewrap implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: TokenCipher,
    private readonly keys: TokenKeyRing,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    while ((await this.dataSource.transaction((tx) => this.rewrapBatch(tx))) === BATCH_SIZE);
  }

  /** @returns how many connections were looked at. */
  private async rewrapBatch(tx: EntityManager): Promise<number> {
    const outdated = await tx.find(Connection, {
      where: { accessToken: Not(Like(`${this.keys.current.id}.%`)) },
      take: BATCH_SIZE,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    for (const connection of outdated) {
      const accessToken = this.rewrap(connection, 'access_token', connection.accessToken);
      const refreshToken = this.rewrap(connection, 'refresh_token', connection.refreshToken);
      const state = accessToken === null ? 'reconnect_required' : connection.state;
      const { userId, platform } = connection;
      await tx.update(Connection, { userId, platform }, { accessToken, refreshToken, state });
    }
    return outdated.length;
  }

  /** null for what no key of the ring opens: nobody can use it any more. */
  private rewrap({ userId, platform }: Connection, field: SecretPlace['field'], sealed: string | null): string | null {
    if (sealed === null) return null;
    const place = { userId, platform, field };
    try {
      return this.cipher.seal(this.cipher.open(sealed, place), place);
    } catch (error) {
      if (error instanceof UnreadableSecret) return null;
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { PlatformId } from '@segue/contracts';
import { AppError, Clock, Outbox } from '@segue/service';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { CachedLibrary } from '../library/cached-library.entity.js';
import type { PlatformProfile, TokenSet } from '../platforms/platform.js';
import { TokenCipher } from '../tokens/token-cipher.js';
import { ConsentTransaction } from './consent-transaction.entity.js';
import { Connection } from './connection.entity.js';

const UNIQUE_VIOLATION = '23505';

/** How a connection was made, as it is stored. */
export interface NewConnection {
  readonly userId: string;
  readonly platform: PlatformId;
  readonly tokens: TokenSet;
  readonly profile: PlatformProfile;
  readonly consentEndsAt: Date | null;
}

/** Stores connections with their tokens sealed, and tells the others of them. */
@Injectable()
export class ConnectionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly cipher: TokenCipher,
    private readonly clock: Clock,
  ) {}

  find(userId: string, platform: PlatformId): Promise<Connection | null> {
    return this.dataSource.getRepository(Connection).findOneBy({ userId, platform });
  }

  /** Replaces whatever connection there was. Throws `platform_account_taken` when the account is another member's. */
  async connect({ userId, platform, tokens, profile, consentEndsAt }: NewConnection): Promise<void> {
    const { accountId, ownerId, storefront } = profile;
    try {
      await this.dataSource.transaction(async (tx) => {
        await tx.delete(CachedLibrary, { userId, platform });
        await tx.upsert(
          Connection,
          {
            userId,
            platform,
            state: 'connected',
            accountId,
            ownerId,
            storefront,
            ...this.sealed(userId, platform, tokens),
            refreshToken: this.sealedRefreshToken(userId, platform, tokens),
            refreshingUntil: null,
            authorizedAt: this.clock.now(),
            consentEndsAt,
          },
          ['userId', 'platform'],
        );
        await this.outbox.publish(tx, 'platform.connected', { userId, platform });
      });
    } catch (error) {
      if (!isTaken(error)) throw error;
      throw new AppError('platform_account_taken', { userId, platform }, { cause: error });
    }
  }

  /** Stores refreshed tokens; a refresh token that did not come anew stays. */
  async storeRefreshed(userId: string, platform: PlatformId, tokens: TokenSet): Promise<void> {
    const refreshToken = this.sealedRefreshToken(userId, platform, tokens);
    await this.dataSource
      .getRepository(Connection)
      .update(
        { userId, platform, state: 'connected' },
        { ...this.sealed(userId, platform, tokens), ...(refreshToken && { refreshToken }), refreshingUntil: null },
      );
  }

  /** Takes the right to refresh. False: another process has it at the moment. */
  async takeRefreshLease(userId: string, platform: PlatformId, until: Date): Promise<boolean> {
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .update(Connection)
      .set({ refreshingUntil: until })
      .where({ userId, platform, state: 'connected' })
      .andWhere('(refreshing_until IS NULL OR refreshing_until < :now)', { now: this.clock.now() })
      .execute();
    return affected === 1;
  }

  async releaseRefreshLease(userId: string, platform: PlatformId): Promise<void> {
    await this.dataSource.getRepository(Connection).update({ userId, platform }, { refreshingUntil: null });
  }

  /** The platform ended this consent: its tokens are of no use any more, so they go. A newer consent stays. */
  async requireReconnect({ userId, platform, authorizedAt }: Connection): Promise<void> {
    await this.dataSource
      .getRepository(Connection)
      .update(
        { userId, platform, authorizedAt },
        { state: 'reconnect_required', accessToken: null, refreshToken: null, refreshingUntil: null },
      );
  }

  /** Deletes connection, cached library and started consents. Nothing happens when there is none. */
  async disconnect(userId: string, platform: PlatformId): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.delete(ConsentTransaction, { userId, platform });
      const { affected } = await tx.delete(Connection, { userId, platform });
      if (affected) await this.outbox.publish(tx, 'platform.disconnected', { userId, platform });
    });
  }

  async forgetMember(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(ConsentTransaction, { userId });
    await tx.delete(Connection, { userId });
  }

  private sealed(userId: string, platform: PlatformId, { accessToken, expiresAt }: TokenSet) {
    const sealed = this.cipher.seal(accessToken, { userId, platform, field: 'access_token' });
    return { accessToken: sealed, accessExpiresAt: expiresAt };
  }

  private sealedRefreshToken(userId: string, platform: PlatformId, { refreshToken }: TokenSet): string | null {
    return refreshToken === null ? null : this.cipher.seal(refreshToken, { userId, platform, field: 'refresh_token' });
  }
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const driver: { code?: unknown; constraint?: unknown } = error.driverError;
  return driver.code === UNIQUE_VIOLATION && driver.constraint === 'connections_account';
}

import { Inject, Injectable } from '@nestjs/common';
import type { PlatformId } from '@segue/contracts';
import { Clock, LOGGER } from '@segue/service';
import type { Logger } from 'pino';
import { PlatformError, isPlatformError } from '../platforms/platform-error.js';
import { PlatformRegistry } from '../platforms/platform-registry.js';
import { Timing } from '../timing.js';
import { TokenCipher, UnknownTokenKey, UnreadableSecret, type SecretPlace } from '../tokens/token-cipher.js';
import { ConnectionRepository } from './connection.repository.js';
import type { Connection } from './connection.entity.js';

/** A token this near its end is renewed before it is used. */
const RENEW_BEFORE_END_MS = 60_000;
/** Longer than a token call takes at most; a process that died refreshing blocks the others this long. */
const LEASE_MS = 20_000;
const POLL_MS = 200;

/** Hands out members' access tokens and renews them, one refresh at a time per member across all replicas. */
@Injectable()
export class MemberTokens {
  private readonly refreshes = new Map<string, Promise<string>>();

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly platforms: PlatformRegistry,
    private readonly cipher: TokenCipher,
    private readonly clock: Clock,
    private readonly timing: Timing,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads the connection anew for each call, so that a disconnected member's work stops with the next one.
   * @param rejected a token the platform has just refused.
   */
  async token(userId: string, platform: PlatformId, rejected?: string): Promise<string> {
    const connection = await this.connected(userId, platform);
    const token = await this.open(connection, 'access_token', connection.accessToken);
    if (token !== rejected && this.isFresh(connection)) return token;
    return this.refreshOnce(userId, platform, token);
  }

  /** Throws `reconnect-required` when the member has disconnected since the work began, or the account is gone. */
  async assertConnected(userId: string, platform: PlatformId): Promise<void> {
    await this.connected(userId, platform);
  }

  /** Callers of this process share one refresh. */
  private refreshOnce(userId: string, platform: PlatformId, stale: string): Promise<string> {
    const key = `${platform}:${userId}`;
    const underWay = this.refreshes.get(key);
    if (underWay) return underWay;
    const refresh = this.refreshAcrossReplicas(userId, platform, stale).finally(() => this.refreshes.delete(key));
    this.refreshes.set(key, refresh);
    return refresh;
  }

  private async refreshAcrossReplicas(userId: string, platform: PlatformId, stale: string): Promise<string> {
    const until = new Date(this.clock.now().getTime() + LEASE_MS);
    if (!(await this.connections.takeRefreshLease(userId, platform, until))) {
      return this.awaitOtherReplica(userId, platform, stale);
    }
    const connection = await this.connected(userId, platform);
    const current = await this.open(connection, 'access_token', connection.accessToken);
    // Another replica may have finished between our look and our lease.
    if (current !== stale && this.isFresh(connection)) {
      await this.connections.releaseRefreshLease(userId, platform);
      return current;
    }
    return this.refresh(connection);
  }

  private async refresh(connection: Connection): Promise<string> {
    const { userId, platform } = connection;
    const { consent } = this.platforms.get(platform);
    try {
      const refreshToken = await this.open(connection, 'refresh_token', connection.refreshToken);
      if (consent.kind !== 'redirect') throw new PlatformError('reconnect-required', platform);
      const tokens = await consent.refresh(refreshToken);
      await this.connections.storeRefreshed(userId, platform, tokens);
      return tokens.accessToken;
    } catch (error) {
      if (isPlatformError(error, 'reconnect-required')) {
        await this.connections.requireReconnect(connection);
      } else await this.connections.releaseRefreshLease(userId, platform);
      throw error;
    }
  }

  private async awaitOtherReplica(userId: string, platform: PlatformId, stale: string): Promise<string> {
    for (let waitedMs = 0; waitedMs < LEASE_MS; waitedMs += POLL_MS) {
      await this.timing.sleep(POLL_MS);
      const connection = await this.connected(userId, platform);
      const token = await this.open(connection, 'access_token', connection.accessToken);
      if (token !== stale && this.isFresh(connection)) return token;
    }
    throw new PlatformError('unavailable', platform, { endpoint: 'refresh by another replica' });
  }

  private async connected(userId: string, platform: PlatformId): Promise<Connection> {
    const connection = await this.connections.find(userId, platform);
    // The work began with one: it ends as if the platform had ended the consent, and tells what it has done so far.
    if (connection?.state === 'connected') return connection;
    throw new PlatformError('reconnect-required', platform);
  }

  private isFresh({ accessExpiresAt }: Connection): boolean {
    return accessExpiresAt === null || accessExpiresAt.getTime() - RENEW_BEFORE_END_MS > this.clock.now().getTime();
  }

  /**
   * A secret that does not open is as good as none: the member connects again. One under a key that only other replicas
   * know is good: it stays, and waits for one of them. Whether nobody knows that key is found at the next start (`Rewrap`).
   */
  private async open(connection: Connection, field: SecretPlace['field'], sealed: string | null): Promise<string> {
    const { userId, platform } = connection;
    try {
      if (sealed === null) throw new UnreadableSecret('there is none');
      return this.cipher.open(sealed, { userId, platform, field });
    } catch (cause) {
      if (!(cause instanceof UnreadableSecret)) throw cause;
      if (cause instanceof UnknownTokenKey) {
        this.logger.error({ event: 'token.unknown-key', userId, platform }, 'a stored token is under an unknown key');
        throw new PlatformError('unavailable', platform, { cause });
      }
      this.logger.error({ event: 'token.unreadable', userId, platform, err: cause }, 'a stored token does not open');
      await this.connections.requireReconnect(connection);
      throw new PlatformError('reconnect-required', platform, { cause });
    }
  }
}

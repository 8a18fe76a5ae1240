import { Injectable } from '@nestjs/common';
import type { PlatformId } from '@segue/contracts';
import { AppError, Clock } from '@segue/service';
import { CODE_OF_PLATFORM_ERROR, PlatformError } from '../platforms/platform-error.js';
import { PlatformRegistry } from '../platforms/platform-registry.js';
import type { MemberAccess, Platform, Priority } from '../platforms/platform.js';
import { ConnectionRepository } from './connection.repository.js';
import type { Connection } from './connection.entity.js';
import { MemberTokens } from './member-tokens.js';

export interface MemberCall {
  readonly platform: Platform;
  readonly access: MemberAccess;
  /** For work that tells of the consent's end in its answer instead of throwing: the member has to connect again. */
  readonly consentEnded: () => Promise<void>;
}

/** Opens a platform for a member and turns what goes wrong there into our API's errors. */
@Injectable()
export class MemberCalls {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly tokens: MemberTokens,
    private readonly platforms: PlatformRegistry,
    private readonly clock: Clock,
  ) {}

  /** Throws `platform_not_connected` and `platform_reconnect_required` before anything is asked of the platform. */
  async run<T>(
    userId: string,
    platformId: PlatformId,
    priority: Priority,
    work: (call: MemberCall) => Promise<T>,
  ): Promise<T> {
    const connection = await this.connections.find(userId, platformId);
    if (!connection) throw new AppError('platform_not_connected', { userId, platform: platformId });
    if (!isUsable(connection, this.clock.now())) {
      throw new AppError('platform_reconnect_required', { userId, platform: platformId });
    }
    const consentEnded = () => this.connections.requireReconnect(connection);
    try {
      const platform = this.platforms.get(platformId);
      return await work({ platform, access: this.accessOf(connection, priority), consentEnded });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.kind === 'reconnect-required') await consentEnded();
      throw toAppError(error);
    }
  }

  private accessOf({ userId, platform, ownerId, storefront }: Connection, priority: Priority): MemberAccess {
    const token = (rejected?: string) => this.tokens.token(userId, platform, rejected);
    const assertConnected = () => this.tokens.assertConnected(userId, platform);
    return { userId, ownerId, storefront, priority, token, assertConnected };
  }
}

/** Whether the consent still holds, as far as we know. */
export const isUsable = ({ state, consentEndsAt }: Connection, now: Date): boolean =>
  state === 'connected' && (consentEndsAt === null || consentEndsAt > now);

export function toAppError(error: PlatformError): AppError {
  const { status, reason, endpoint, retryAfterSeconds } = error.facts;
  const facts = { platform: error.platform, kind: error.kind, status, reason, endpoint };
  return new AppError(CODE_OF_PLATFORM_ERROR[error.kind], facts, {
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

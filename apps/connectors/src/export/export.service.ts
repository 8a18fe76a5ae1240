import { Injectable } from '@nestjs/common';
import type { exportConnections, ResponseOf } from '@segue/contracts';
import { type ActingUser, Clock } from '@segue/service';
import { DataSource, MoreThan } from 'typeorm';
import { Connection } from '../connections/connection.entity.js';
import { CachedLibrary } from '../library/cached-library.entity.js';

/** What connectors keeps about a member, for the member. Tokens stay where they are. */
@Injectable()
export class ExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async exportConnections({ _id: userId }: ActingUser): Promise<ResponseOf<typeof exportConnections>> {
    const order = { platform: 'ASC' } as const;
    const [connections, libraries] = await Promise.all([
      this.dataSource.getRepository(Connection).find({ where: { userId }, order }),
      this.dataSource
        .getRepository(CachedLibrary)
        .find({ where: { userId, expiresAt: MoreThan(this.clock.now()) }, order }),
    ]);
    return {
      connections: connections.map(
        ({ platform, state, accountId, ownerId, storefront, authorizedAt, consentEndsAt }) => ({
          platform,
          state,
          accountId,
          ownerId,
          country: storefront,
          authorizedAt: authorizedAt.toISOString(),
          consentEndsAt: consentEndsAt?.toISOString() ?? null,
        }),
      ),
      cachedLibraries: libraries.map(({ platform, playlists, expiresAt }) => ({
        platform,
        playlists,
        expiresAt: expiresAt.toISOString(),
      })),
    };
  }
}

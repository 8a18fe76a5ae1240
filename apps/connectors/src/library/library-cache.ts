import { Injectable } from '@nestjs/common';
import { PLAYLIST_CACHE_MS, type PlatformId, type Playlist } from '@segue/contracts';
import { Clock } from '@segue/service';
import { DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import { CachedLibrary } from './cached-library.entity.js';

/** A connection that was just deleted: its library must not come back. */
const STORE = `
  INSERT INTO cached_libraries (user_id, platform, playlists, expires_at)
  SELECT user_id, platform, $3::jsonb, $4 FROM connections WHERE user_id = $1 AND platform = $2
  ON CONFLICT (user_id, platform) DO UPDATE SET playlists = EXCLUDED.playlists, expires_at = EXCLUDED.expires_at`;

/** Members' playlist lists, kept for five minutes where all replicas see them. */
@Injectable()
export class LibraryCache {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async read(userId: string, platform: PlatformId): Promise<Playlist[] | null> {
    const found = await this.dataSource
      .getRepository(CachedLibrary)
      .findOneBy({ userId, platform, expiresAt: MoreThan(this.clock.now()) });
    return found?.playlists ?? null;
  }

  async store(userId: string, platform: PlatformId, playlists: readonly Playlist[]): Promise<void> {
    const expiresAt = new Date(this.clock.now().getTime() + PLAYLIST_CACHE_MS);
    await this.dataSource.query(STORE, [userId, platform, JSON.stringify(playlists), expiresAt]);
  }

  /** A playlist we made: platforms list it only some seconds later, so it goes into the copy. */
  async add(userId: string, platform: PlatformId, made: Playlist): Promise<void> {
    const playlists = await this.read(userId, platform);
    if (playlists) await this.store(userId, platform, [made, ...playlists.filter(({ id }) => id !== made.id)]);
  }

  /** We changed a playlist: a count in the copy is not true any more. */
  async forgetCount(userId: string, platform: PlatformId, playlistId: string): Promise<void> {
    const changed = (await this.read(userId, platform))?.find(({ id }) => id === playlistId);
    if (changed?.track_count == null) return;
    await this.dataSource.getRepository(CachedLibrary).delete({ userId, platform });
  }

  /** Deletes what is not used any more. */
  async prune(): Promise<void> {
    await this.dataSource.getRepository(CachedLibrary).delete({ expiresAt: LessThanOrEqual(this.clock.now()) });
  }
}

import { Injectable } from '@nestjs/common';
import type { PlatformId } from '@segue/contracts';
import { AppError } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';

/** A holder that died is waited for this long. */
const LEASE_SECONDS = 15;
const RENEW_EVERY_MS = 5_000;
const WAIT_AT_MOST_MS = 25_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Takes the lease when it is free or run out. The database's clock decides, so replicas agree. */
const TAKE = `
  INSERT INTO leases AS lease (platform, playlist_id, holder, expires_at)
  VALUES ($1, $2, $3, now() + make_interval(secs => ${LEASE_SECONDS}))
  ON CONFLICT (platform, playlist_id) DO UPDATE SET holder = EXCLUDED.holder, expires_at = EXCLUDED.expires_at
  WHERE lease.expires_at < now()
  RETURNING holder`;

/** One writer at a time for a playlist, whatever the number of replicas: parallel writes lose and double tracks. */
@Injectable()
export class PlaylistLease {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` as the only writer. @throws AppError `playlist_busy` when another writer holds on too long. */
  async hold<T>(platform: PlatformId, playlistId: string, work: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    await this.take(platform, playlistId, holder);
    const renewal = setInterval(() => void this.renew(platform, playlistId, holder), RENEW_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await this.giveBack(platform, playlistId, holder);
    }
  }

  /** A lease that cannot be given back runs out by itself; what was written under it stays written. */
  private async giveBack(platform: PlatformId, playlistId: string, holder: string): Promise<void> {
    await this.dataSource
      .query('DELETE FROM leases WHERE platform = $1 AND playlist_id = $2 AND holder = $3', [
        platform,
        playlistId,
        holder,
      ])
      .catch(() => undefined);
  }

  private async take(platform: PlatformId, playlistId: string, holder: string): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    for (let waitedMs = 0; waitedMs <= WAIT_AT_MOST_MS; waitedMs += pauseMs) {
      const taken: unknown[] = await this.dataSource.query(TAKE, [platform, playlistId, holder]);
      if (taken.length > 0) return;
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    throw new AppError('playlist_busy', { platform }, { retryAfterSeconds: 5 });
  }

  private async renew(platform: PlatformId, playlistId: string, holder: string): Promise<void> {
    await this.dataSource
      .query(
        `UPDATE leases SET expires_at = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE platform = $1 AND playlist_id = $2 AND holder = $3`,
        [platform, playlistId, holder],
      )
      .catch(() => undefined);
  }
}

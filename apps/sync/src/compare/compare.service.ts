import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  check,
  counterpartOf,
  type PlatformId,
  readLibrary,
  readPlaylist,
  type ResponseOf,
} from '@segue/contracts';
import { type ActingUser, Clock, ServiceClient } from '@segue/service';
import { DataSource, type EntityManager } from 'typeorm';
import { comparePlaylists } from './compare.js';
import { findTarget } from './find-target.js';
import { Pairing } from './pairing.entity.js';

/** Tells the truth about two playlists: reads the target now and resolves nothing. */
@Injectable()
export class CompareService {
  constructor(
    private readonly client: ServiceClient,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async check(user: ActingUser, body: BodyOf<typeof check>): Promise<ResponseOf<typeof check>> {
    const { platform, playlistName, playlistId, tracks } = body;
    const userId = user._id;
    const { playlists, capabilities } = await this.client.call(readLibrary, { params: { platform }, userId });
    const pairedId = playlistId ? await this.pairedWith(userId, platform, playlistId) : null;
    const found = findTarget(playlists, playlistName, pairedId);
    if (!found) {
      const nothing = { matched: false, targetPlaylist: null, foundBy: null, targetTracks: [] };
      return { ...nothing, ...comparePlaylists(tracks, []), capabilities };
    }
    const target = await this.client.call(readPlaylist, { params: { platform, id: found.playlist.id }, userId });
    return {
      matched: true,
      targetPlaylist: { ...target.playlist, track_count: target.tracks.length },
      foundBy: found.foundBy,
      targetTracks: target.tracks,
      ...comparePlaylists(tracks, target.tracks),
      capabilities,
    };
  }

  /** Remembers which playlist was made for a source. */
  async pair(
    tx: EntityManager,
    user: ActingUser,
    targetPlatform: PlatformId,
    sourcePlaylistId: string,
    targetPlaylistId: string,
  ): Promise<void> {
    const pairing: Pairing = {
      userId: user._id,
      sourcePlatform: counterpartOf(targetPlatform),
      sourcePlaylistId,
      targetPlatform,
      targetPlaylistId,
      updatedAt: this.clock.now(),
    };
    await tx.upsert(Pairing, pairing, ['userId', 'sourcePlatform', 'sourcePlaylistId', 'targetPlatform']);
  }

  private async pairedWith(
    userId: string,
    targetPlatform: PlatformId,
    sourcePlaylistId: string,
  ): Promise<string | null> {
    const sourcePlatform = counterpartOf(targetPlatform);
    const pairing = await this.dataSource
      .getRepository(Pairing)
      .findOneBy({ userId, sourcePlatform, sourcePlaylistId, targetPlatform });
    return pairing?.targetPlaylistId ?? null;
  }
}

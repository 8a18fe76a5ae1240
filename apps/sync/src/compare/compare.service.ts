import { Injectable } from '@nestjs/common';
import { type BodyOf, check, type Playlist, readLibrary, readPlaylist, type ResponseOf } from '@segue/contracts';
import { type ActingUser, AppError, ServiceClient } from '@segue/service';
import { DataSource } from 'typeorm';
import { ComparisonWorkers } from './comparison-workers.js';
import { type Found, findTarget } from './find-target.js';
import { PairingService } from './pairing.service.js';

type Body = BodyOf<typeof check>;

/** Tells the truth about two playlists: reads the target now and resolves nothing. */
@Injectable()
export class CompareService {
  constructor(
    private readonly client: ServiceClient,
    private readonly dataSource: DataSource,
    private readonly pairings: PairingService,
    private readonly workers: ComparisonWorkers,
  ) {}

  async check(user: ActingUser, body: Body): Promise<ResponseOf<typeof check>> {
    const { platform, tracks } = body;
    const userId = user._id;
    const { playlists, capabilities } = await this.client.call(readLibrary, { params: { platform }, userId });
    const { candidates, foundBy } = await this.find(userId, body, playlists);
    const [found] = candidates;
    if (!found) {
      const nothing = { matched: false, targetPlaylist: null, foundBy, candidates, targetTracks: [] };
      return { ...nothing, ...(await this.workers.compare(tracks, [])), capabilities };
    }
    const target = await this.client.call(readPlaylist, { params: { platform, id: found.id }, userId });
    return {
      matched: true,
      targetPlaylist: { ...target.playlist, track_count: target.tracks.length },
      foundBy,
      candidates,
      targetTracks: target.tracks,
      ...(await this.workers.compare(tracks, target.tracks)),
      capabilities,
    };
  }

  /** A member's choice is remembered for the source. @throws AppError `not_found` when it is not in the library. */
  private async find(userId: string, body: Body, library: readonly Playlist[]): Promise<Found> {
    const { platform, playlistName, playlistId, targetPlaylistId: chosenId } = body;
    const pairedId = playlistId ? await this.pairings.targetOf(userId, platform, playlistId) : null;
    const found = findTarget(library, playlistName, { chosenId, pairedId });
    if (!chosenId) return found;
    if (found.foundBy !== 'chosen') throw new AppError('not_found', { platform, chosenId });
    if (playlistId) await this.pairings.pair(this.dataSource.manager, userId, platform, playlistId, chosenId);
    return found;
  }
}

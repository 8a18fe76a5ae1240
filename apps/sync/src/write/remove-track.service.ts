import { Injectable } from '@nestjs/common';
import { type BodyOf, removePlatformTrack, type removeTrack, type ResponseOf } from '@segue/contracts';
import { type ActingUser, Outbox, ServiceClient } from '@segue/service';
import { DataSource } from 'typeorm';
import { Allowance } from './allowance.js';
import { writing } from './may-have-written.js';
import { PlaylistLease } from './playlist-lease.js';

/** Takes a track out of a playlist where the platform can; says so where it cannot. */
@Injectable()
export class RemoveTrackService {
  constructor(
    private readonly client: ServiceClient,
    private readonly allowance: Allowance,
    private readonly lease: PlaylistLease,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  async remove(user: ActingUser, body: BodyOf<typeof removeTrack>): Promise<ResponseOf<typeof removeTrack>> {
    const { platform, playlistId, playlistName = '', track } = body;
    const removing = () =>
      this.lease.hold(platform, playlistId, () =>
        writing(
          this.client.call(removePlatformTrack, {
            params: { platform, id: playlistId },
            userId: user._id,
            body: { trackId: track.id, position: track.position ?? null, plan: null },
          }),
        ),
      );
    const target = { platform, playlistId, playlistName };
    const result = await this.allowance.during(user, target, removing, ({ removed }) => removed === 0);
    if (result.removed > 0) {
      await this.dataSource.transaction((tx) =>
        this.outbox.publish(tx, 'playlist.updated', {
          userId: user._id,
          platform,
          playlistId,
          tracksAdded: 0,
          tracksRemoved: result.removed,
        }),
      );
    }
    return result;
  }
}

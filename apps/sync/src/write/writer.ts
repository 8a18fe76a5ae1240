import { Injectable } from '@nestjs/common';
import { appendTracks, type PlatformId, readPlaylist, type RequestedTrack, type ResponseOf } from '@segue/contracts';
import { type ActingUser, ServiceClient } from '@segue/service';
import type { Resolution } from '../resolve/resolve.service.js';
import { settle, type Settlement } from './outcome.js';
import { writing } from './may-have-written.js';
import { PlaylistLease } from './playlist-lease.js';

type Appended = ResponseOf<typeof appendTracks>;
type Landed = Appended['landed'][number];

/** @property problem what stopped the platform from taking all of it; null when nothing did. */
export type Written = Settlement & { problem: Appended['problem'] };

export interface WriteTarget {
  platform: PlatformId;
  playlistId: string;
}

/** Puts resolved tracks at the end of a playlist, in order, and tells what really landed. */
@Injectable()
export class Writer {
  constructor(
    private readonly client: ServiceClient,
    private readonly lease: PlaylistLease,
  ) {}

  /** @param resumed the same write began before and may have been done in part: what is there is not written again. */
  async append(
    user: ActingUser,
    target: WriteTarget,
    tracks: readonly RequestedTrack[],
    resolutions: readonly Resolution[],
    resumed: boolean,
  ): Promise<Written> {
    const wanted = resolutions.flatMap(({ recording }, index) =>
      recording === null ? [] : [{ index, id: recording.id }],
    );
    const landedAt = new Map<number, Landed>();
    let problem: Appended['problem'] = null;
    if (wanted.length > 0) {
      await this.lease.hold(target.platform, target.playlistId, async () => {
        const there = resumed ? await this.copiesThere(user, target) : new Map<string, number>();
        const missing = wanted.filter(({ index, id }) => !takeCopy(there, id, () => landedAt.set(index, 'yes')));
        if (missing.length === 0) return;
        const appended = await this.write(
          user,
          target,
          missing.map(({ id }) => id),
        );
        problem = appended.problem;
        missing.forEach(({ index }, place) => landedAt.set(index, appended.landed[place] ?? 'unknown'));
      });
    }
    return { ...settle(target.platform, tracks, resolutions, landedAt, problem), problem };
  }

  private write(user: ActingUser, { platform, playlistId }: WriteTarget, recordingIds: string[]): Promise<Appended> {
    const params = { platform, id: playlistId };
    return writing(this.client.call(appendTracks, { params, userId: user._id, body: { recordingIds } }));
  }

  /** How often each song stands in the playlist now. */
  private async copiesThere(user: ActingUser, { platform, playlistId }: WriteTarget): Promise<Map<string, number>> {
    const { tracks } = await this.client.call(readPlaylist, { params: { platform, id: playlistId }, userId: user._id });
    const copies = new Map<string, number>();
    for (const { id } of tracks) copies.set(id, (copies.get(id) ?? 0) + 1);
    return copies;
  }
}

function takeCopy(copies: Map<string, number>, id: string, onTaken: () => void): boolean {
  const left = copies.get(id) ?? 0;
  if (left === 0) return false;
  copies.set(id, left - 1);
  onTaken();
  return true;
}

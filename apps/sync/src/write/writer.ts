import { Injectable } from '@nestjs/common';
import {
  appendTracks,
  type PlatformId,
  readPlaylist,
  type RequestedTrack,
  type ResponseOf,
  type Recording,
} from '@segue/contracts';
import { matchPlaylists } from '@segue/matching';
import { type ActingUser, ServiceClient } from '@segue/service';
import { recordingToCandidate, trackToMatchable } from '../compare/to-matchable.js';
import type { Resolution } from '../resolve/resolve.service.js';
import { settle, type Settlement } from './outcome.js';
import { writing } from './may-have-written.js';
import { PlaylistLease } from './playlist-lease.js';

type Appended = ResponseOf<typeof appendTracks>;
type Landed = Appended['landed'][number];

/** @property problem what stopped the platform from taking all of it; null when nothing did. */
export type Written = Settlement & { problem: Appended['problem'] };

interface Wanted {
  /** Place in the request. */
  index: number;
  recording: Recording;
}

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
    const wanted = resolutions.flatMap(({ recording }, index) => (recording === null ? [] : [{ index, recording }]));
    const landedAt = new Map<number, Landed>();
    let problem: Appended['problem'] = null;
    if (wanted.length > 0) {
      await this.lease.hold(target.platform, target.playlistId, async () => {
        const there = resumed ? await this.alreadyThere(user, target, wanted) : new Set<Wanted>();
        for (const { index } of there) landedAt.set(index, 'yes');
        const missing = wanted.filter((song) => !there.has(song));
        if (missing.length === 0) return;
        const appended = await this.write(
          user,
          target,
          missing.map(({ recording }) => recording.id),
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

  /**
   * Which of the songs stand in the playlist now, copy by copy. Ids alone do not tell: Apple Music gives a song in a
   * playlist another id than in its catalogue.
   */
  private async alreadyThere(
    user: ActingUser,
    { platform, playlistId }: WriteTarget,
    wanted: readonly Wanted[],
  ): Promise<Set<Wanted>> {
    const { tracks } = await this.client.call(readPlaylist, { params: { platform, id: playlistId }, userId: user._id });
    const { pairs } = matchPlaylists(
      wanted.map(({ recording }) => ({ ...recordingToCandidate(recording), ids: [recording.id] })),
      tracks.map((track) => ({ ...trackToMatchable(track), ids: [track.id] })),
    );
    return new Set(pairs.flatMap(({ sourceIndex }) => wanted[sourceIndex] ?? []));
  }
}

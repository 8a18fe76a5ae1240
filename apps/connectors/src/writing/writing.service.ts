import { Injectable } from '@nestjs/common';
import type { appendTracks, BodyOf, createPlatformPlaylist, PlatformId, Playlist } from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { MemberCalls } from '../connections/member-calls.js';
import { LibraryCache } from '../library/library-cache.js';
import { RecordingMemory } from '../recordings/recording-memory.js';
import { Timing } from '../timing.js';
import { append, type AppendResult } from './append.js';
import { createPlaylist } from './create-playlist.js';
import { removeTrack } from './remove-track.js';
import { Turns } from './turns.js';

/** Changes members' playlists and tells what really happened. */
@Injectable()
export class WritingService {
  private readonly turns = new Turns();

  constructor(
    private readonly calls: MemberCalls,
    private readonly memory: RecordingMemory,
    private readonly cache: LibraryCache,
    private readonly timing: Timing,
  ) {}

  create(user: ActingUser, platformId: PlatformId, wanted: BodyOf<typeof createPlatformPlaylist>): Promise<Playlist> {
    return this.calls.run(user._id, platformId, 'interactive', async ({ platform, access }) => {
      const made = await createPlaylist(platform, access, wanted, this.timing);
      await this.cache.add(user._id, platformId, made);
      return made;
    });
  }

  append(
    user: ActingUser,
    platformId: PlatformId,
    playlistId: string,
    { recordingIds, oldTotal }: BodyOf<typeof appendTracks>,
  ): Promise<AppendResult> {
    const key = `${platformId} ${playlistId}`;
    return this.calls.run(user._id, platformId, 'interactive', ({ platform, access }) =>
      this.turns.take(key, async () => {
        const catalogue = { platform: platformId, storefront: access.storefront };
        const isrcsOf = (ids: readonly string[]) => this.memory.isrcsOf(catalogue, ids);
        const { timing } = this;
        const result = await append({ platform, access, playlistId, recordingIds, oldTotal, isrcsOf, timing });
        await this.cache.forgetCount(user._id, platformId, playlistId);
        return result;
      }),
    );
  }

  remove(user: ActingUser, platformId: PlatformId, playlistId: string, trackId: string): Promise<{ removed: number }> {
    return this.calls.run(user._id, platformId, 'interactive', ({ platform, access }) =>
      this.turns.take(`${platformId} ${playlistId}`, async () => {
        const removed = await removeTrack(platform, access, { playlistId, trackId }, this.timing);
        await this.cache.forgetCount(user._id, platformId, playlistId);
        return { removed };
      }),
    );
  }
}

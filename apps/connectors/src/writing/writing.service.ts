import { Injectable } from '@nestjs/common';
import type {
  appendTracks,
  BodyOf,
  createPlatformPlaylist,
  PlatformId,
  Playlist,
  removePlatformTrack,
  ResponseOf,
  WriteProblem,
} from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { MemberCalls, type MemberCall } from '../connections/member-calls.js';
import { LibraryCache } from '../library/library-cache.js';
import { RecordingMemory } from '../recordings/recording-memory.js';
import { Timing } from '../timing.js';
import { append } from './append.js';
import { createPlaylist } from './create-playlist.js';
import type { RemovalResult } from './removal.js';
import { removeTrack } from './remove-track.js';
import { Turns } from './turns.js';

/** Somebody waits for a short write; a long one is a job that lets others pass. */
const QUICK_WRITE = 25;

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
  ): Promise<ResponseOf<typeof appendTracks>> {
    const key = `${platformId} ${playlistId}`;
    const priority = recordingIds.length <= QUICK_WRITE ? 'interactive' : 'job';
    return this.calls.run(user._id, platformId, priority, (call) =>
      this.turns.take(key, async () => {
        const { platform, access } = call;
        const catalogue = { platform: platformId, storefront: access.storefront };
        const isrcsOf = (ids: readonly string[]) => this.memory.isrcsOf(catalogue, ids);
        const { timing } = this;
        const request = { platform, access, playlistId, recordingIds, oldTotal, isrcsOf, timing };
        const { landed, problem, declined } = await append(request);
        await this.memory.doubt(catalogue, declined);
        await this.noteEnd(call, problem);
        await this.cache.forgetCount(user._id, platformId, playlistId);
        return { landed, problem };
      }),
    );
  }

  remove(
    user: ActingUser,
    platformId: PlatformId,
    playlistId: string,
    body: BodyOf<typeof removePlatformTrack>,
  ): Promise<RemovalResult> {
    return this.calls.run(user._id, platformId, 'interactive', (call) =>
      this.turns.take(`${platformId} ${playlistId}`, async () => {
        const { platform, access } = call;
        const result = await removeTrack({ platform, access, playlistId, ...body, timing: this.timing });
        await this.noteEnd(call, result.problem);
        await this.cache.forgetCount(user._id, platformId, playlistId);
        return result;
      }),
    );
  }

  /** The consent ended in the middle of a write that has something to tell, so nothing was thrown. */
  private async noteEnd({ consentEnded }: MemberCall, problem: WriteProblem | null): Promise<void> {
    if (problem?.code === 'platform_reconnect_required') await consentEnded();
  }
}

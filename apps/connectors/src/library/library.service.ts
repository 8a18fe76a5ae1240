import { Injectable } from '@nestjs/common';
import {
  LIKED_SONGS_ID,
  LIKED_SONGS_NAME,
  PLATFORMS,
  type PlatformId,
  type Playlist,
  type readLibrary,
  type readPlaylist,
  type ResponseOf,
  type Track,
} from '@segue/contracts';
import { type ActingUser, AppError } from '@segue/service';
import { MemberCalls, type MemberCall } from '../connections/member-calls.js';
import type { TrackPage } from '../platforms/platform.js';
import { RecordingMemory } from '../recordings/recording-memory.js';
import { LibraryCache } from './library-cache.js';

/** Reads members' playlists. Every page that is read teaches the recording memory. */
@Injectable()
export class LibraryService {
  constructor(
    private readonly calls: MemberCalls,
    private readonly cache: LibraryCache,
    private readonly memory: RecordingMemory,
  ) {}

  playlists(user: ActingUser, platformId: PlatformId): Promise<Playlist[]> {
    return this.calls.run(
      user._id,
      platformId,
      'interactive',
      async (call) => (await this.cache.read(user._id, platformId)) ?? this.readPlaylists(call),
    );
  }

  library(user: ActingUser, platformId: PlatformId): Promise<ResponseOf<typeof readLibrary>> {
    return this.calls.run(user._id, platformId, 'interactive', async (call) => ({
      playlists: await this.readPlaylists(call),
      capabilities: call.platform.capabilities,
    }));
  }

  playlist(user: ActingUser, platformId: PlatformId, playlistId: string): Promise<Playlist> {
    return this.calls.run(user._id, platformId, 'interactive', (call) => this.readOne(call, playlistId));
  }

  playlistWithTracks(
    user: ActingUser,
    platformId: PlatformId,
    playlistId: string,
  ): Promise<ResponseOf<typeof readPlaylist>> {
    return this.calls.run(user._id, platformId, 'interactive', async (call) => {
      const playlist = await this.readOne(call, playlistId);
      const tracks = await this.readTracks(call, playlistId);
      const { capabilities } = call.platform;
      return { playlist: { ...playlist, track_count: tracks.length }, tracks, capabilities };
    });
  }

  async trackCount(user: ActingUser, platformId: PlatformId, playlistId: string): Promise<{ track_count: number }> {
    const track_count = await this.calls.run(user._id, platformId, 'interactive', async ({ platform, access }) =>
      isLikedSongs(platformId, playlistId) ? platform.likedCount(access) : platform.trackCount(access, playlistId),
    );
    return { track_count };
  }

  async tracks(user: ActingUser, platformId: PlatformId, playlistId: string): Promise<{ tracks: Track[] }> {
    const tracks = await this.calls.run(user._id, platformId, 'interactive', (call) =>
      this.readTracks(call, playlistId),
    );
    return { tracks };
  }

  likedTracks(user: ActingUser, platformId: PlatformId): Promise<{ tracks: Track[] }> {
    if (!PLATFORMS[platformId].likedSongs) throw new AppError('not_found');
    return this.tracks(user, platformId, LIKED_SONGS_ID);
  }

  async likedCount(user: ActingUser, platformId: PlatformId): Promise<{ count: number }> {
    if (!PLATFORMS[platformId].likedSongs) throw new AppError('not_found');
    return { count: (await this.trackCount(user, platformId, LIKED_SONGS_ID)).track_count };
  }

  private async readPlaylists({ platform, access }: MemberCall): Promise<Playlist[]> {
    const playlists: Playlist[] = [];
    for await (const page of platform.playlists(access)) playlists.push(...page);
    await this.cache.store(access.userId, platform.id, playlists);
    return playlists;
  }

  private async readOne({ platform, access }: MemberCall, playlistId: string): Promise<Playlist> {
    if (!isLikedSongs(platform.id, playlistId)) return platform.playlist(access, playlistId);
    return likedSongs(platform.id, await platform.likedCount(access));
  }

  private async readTracks({ platform, access }: MemberCall, playlistId: string): Promise<Track[]> {
    const pages = isLikedSongs(platform.id, playlistId)
      ? platform.likedTracks(access)
      : platform.tracks(access, playlistId);
    const tracks: Track[] = [];
    for await (const page of pages) {
      tracks.push(...page.entries.map(({ track }) => track));
      await this.memory.learn({ platform: platform.id, storefront: access.storefront }, recordingsOf(page));
    }
    return tracks;
  }
}

const recordingsOf = ({ entries }: TrackPage) => entries.flatMap(({ recording }) => recording ?? []);

const isLikedSongs = (platform: PlatformId, playlistId: string): boolean =>
  playlistId === LIKED_SONGS_ID && PLATFORMS[platform].likedSongs;

/** Liked songs as the playlist people take them for. */
const likedSongs = (platform: PlatformId, trackCount: number): Playlist => ({
  id: LIKED_SONGS_ID,
  name: LIKED_SONGS_NAME,
  description: '',
  image_url: null,
  track_count: trackCount,
  owner: PLATFORMS[platform].name,
  platform,
  url: null,
  readable: true,
  editable: false,
  restriction: 'not-editable',
});

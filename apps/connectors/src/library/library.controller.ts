import { Controller, Param } from '@nestjs/common';
import {
  getPlaylist,
  likedCount,
  likedTracks,
  listPlaylists,
  type ParamsOf,
  playlistTrackCount,
  playlistTracks,
} from '@segue/contracts';
import { type ActingUser, Route, User } from '@segue/service';
import { LibraryService } from './library.service.js';

type OfPlatform = ParamsOf<typeof listPlaylists>;
type OfPlaylist = ParamsOf<typeof getPlaylist>;

@Controller()
export class LibraryController {
  constructor(private readonly library: LibraryService) {}

  @Route(listPlaylists)
  playlists(@User() user: ActingUser, @Param() { platform }: OfPlatform) {
    return this.library.playlists(user, platform);
  }

  @Route(getPlaylist)
  playlist(@User() user: ActingUser, @Param() { platform, id }: OfPlaylist) {
    return this.library.playlist(user, platform, id);
  }

  @Route(playlistTrackCount)
  trackCount(@User() user: ActingUser, @Param() { platform, id }: OfPlaylist) {
    return this.library.trackCount(user, platform, id);
  }

  @Route(playlistTracks)
  tracks(@User() user: ActingUser, @Param() { platform, id }: OfPlaylist) {
    return this.library.tracks(user, platform, id);
  }

  @Route(likedTracks)
  likedTracks(@User() user: ActingUser, @Param() { platform }: OfPlatform) {
    return this.library.likedTracks(user, platform);
  }

  @Route(likedCount)
  likedCount(@User() user: ActingUser, @Param() { platform }: OfPlatform) {
    return this.library.likedCount(user, platform);
  }
}

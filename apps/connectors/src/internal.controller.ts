import { Body, Controller, Param } from '@nestjs/common';
import {
  appendTracks,
  type BodyOf,
  countTracks,
  createPlatformPlaylist,
  findByIsrc,
  type ParamsOf,
  platformGovernors,
  readLibrary,
  readPlaylist,
  removePlatformTrack,
  searchRecordings,
} from '@segue/contracts';
import { type ActingUser, Route, User } from '@segue/service';
import { LibraryService } from './library/library.service.js';
import { PlatformRegistry } from './platforms/platform-registry.js';
import { RecordingsService } from './recordings/recordings.service.js';
import { WritingService } from './writing/writing.service.js';

type OfPlatform = ParamsOf<typeof readLibrary>;
type OfPlaylist = ParamsOf<typeof readPlaylist>;

/** What sync and admin ask. The acting member, where there is one, is in the service token. */
@Controller()
export class InternalController {
  constructor(
    private readonly library: LibraryService,
    private readonly recordings: RecordingsService,
    private readonly writing: WritingService,
    private readonly platforms: PlatformRegistry,
  ) {}

  @Route(platformGovernors)
  async governors() {
    return { platforms: await this.platforms.governorStates() };
  }

  @Route(readLibrary)
  readLibrary(@User() user: ActingUser, @Param() { platform }: OfPlatform) {
    return this.library.library(user, platform);
  }

  @Route(readPlaylist)
  readPlaylist(@User() user: ActingUser, @Param() { platform, id }: OfPlaylist) {
    return this.library.playlistWithTracks(user, platform, id);
  }

  @Route(countTracks)
  countTracks(@User() user: ActingUser, @Param() { platform, id }: OfPlaylist) {
    return this.library.trackCount(user, platform, id);
  }

  @Route(findByIsrc)
  findByIsrc(@User() user: ActingUser, @Param() { platform }: OfPlatform, @Body() body: BodyOf<typeof findByIsrc>) {
    return this.recordings.find(user, platform, body.isrcs);
  }

  @Route(searchRecordings)
  search(@User() user: ActingUser, @Param() { platform }: OfPlatform, @Body() body: BodyOf<typeof searchRecordings>) {
    return this.recordings.search(user, platform, body);
  }

  @Route(createPlatformPlaylist)
  create(
    @User() user: ActingUser,
    @Param() { platform }: OfPlatform,
    @Body() body: BodyOf<typeof createPlatformPlaylist>,
  ) {
    return this.writing.create(user, platform, body);
  }

  @Route(appendTracks)
  append(@User() user: ActingUser, @Param() { platform, id }: OfPlaylist, @Body() body: BodyOf<typeof appendTracks>) {
    return this.writing.append(user, platform, id, body);
  }

  @Route(removePlatformTrack)
  remove(
    @User() user: ActingUser,
    @Param() { platform, id }: OfPlaylist,
    @Body() body: BodyOf<typeof removePlatformTrack>,
  ) {
    return this.writing.remove(user, platform, id, body);
  }
}

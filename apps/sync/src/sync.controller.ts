import { Body, Controller, Headers, Param } from '@nestjs/common';
import {
  addTrack,
  availability,
  type BodyOf,
  check,
  createPlaylist,
  exportChanges,
  type ParamsOf,
  rebuildPlaylist,
  receipt,
  removeTrack,
  startSync,
} from '@segue/contracts';
import { type ActingUser, Route, User, validationFailed } from '@segue/service';
import { CompareService } from './compare/compare.service.js';
import { ExportService } from './export.service.js';
import { ReceiptsService } from './ledger/receipts.service.js';
import { AvailabilityService } from './resolve/availability.service.js';
import { AddTrackService } from './write/add-track.service.js';
import { Allowance } from './write/allowance.js';
import { CreatePlaylistService } from './write/create-playlist.service.js';
import { RebuildPlaylistService } from './write/rebuild-playlist.service.js';
import { RemoveTrackService } from './write/remove-track.service.js';

@Controller()
export class SyncController {
  constructor(
    private readonly compare: CompareService,
    private readonly availability: AvailabilityService,
    private readonly allowance: Allowance,
    private readonly adding: AddTrackService,
    private readonly removing: RemoveTrackService,
    private readonly creating: CreatePlaylistService,
    private readonly rebuilding: RebuildPlaylistService,
    private readonly receipts: ReceiptsService,
    private readonly exports: ExportService,
  ) {}

  @Route(check)
  check(@User() user: ActingUser, @Body() body: BodyOf<typeof check>) {
    return this.compare.check(user, body);
  }

  @Route(availability)
  checkAvailability(@User() user: ActingUser, @Body() body: BodyOf<typeof availability>) {
    return this.availability.check(user, body);
  }

  @Route(startSync)
  async start(@User() user: ActingUser, @Body() body: BodyOf<typeof startSync>) {
    await this.allowance.claim(user, body, true);
    return { allowed: true as const };
  }

  @Route(addTrack)
  add(@User() user: ActingUser, @Body() body: BodyOf<typeof addTrack>, @Headers('idempotency-key') key?: string) {
    return this.adding.add(user, body, checkedKey(key));
  }

  @Route(removeTrack)
  remove(@User() user: ActingUser, @Body() body: BodyOf<typeof removeTrack>, @Headers('idempotency-key') key?: string) {
    return this.removing.remove(user, body, checkedKey(key));
  }

  @Route(createPlaylist)
  create(
    @User() user: ActingUser,
    @Body() body: BodyOf<typeof createPlaylist>,
    @Headers('idempotency-key') key?: string,
  ) {
    return this.creating.create(user, body, checkedKey(key));
  }

  @Route(rebuildPlaylist)
  rebuild(
    @User() user: ActingUser,
    @Body() body: BodyOf<typeof rebuildPlaylist>,
    @Headers('idempotency-key') key?: string,
  ) {
    return this.rebuilding.rebuild(user, body, checkedKey(key));
  }

  @Route(receipt)
  receipt(@User() user: ActingUser, @Param() { operation }: ParamsOf<typeof receipt>) {
    return this.receipts.read(user, operation);
  }

  @Route(exportChanges)
  export(@User() user: ActingUser) {
    return this.exports.exportChanges(user);
  }
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

function checkedKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (!IDEMPOTENCY_KEY.test(key))
    throw validationFailed([{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible characters' }]);
  return key;
}

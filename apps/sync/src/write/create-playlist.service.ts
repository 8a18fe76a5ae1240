import { Injectable } from '@nestjs/common';
import type { BodyOf, createPlaylist, FailureReason } from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { PairingService } from '../compare/pairing.service.js';
import { type NotFound, ResolveService, type Resolution } from '../resolve/resolve.service.js';
import { type MadePlaylist, PlaylistMaker } from './playlist-maker.js';
import { unansweredError } from './unanswered.js';

/** Makes a playlist on the target with all tracks that are certainly there, in order, repeats kept. */
@Injectable()
export class CreatePlaylistService {
  constructor(
    private readonly maker: PlaylistMaker,
    private readonly resolver: ResolveService,
    private readonly pairings: PairingService,
  ) {}

  create(user: ActingUser, body: BodyOf<typeof createPlaylist>, key: string | null): Promise<MadePlaylist> {
    const { platform, name, description, tracks, sourcePlaylistId } = body;
    return this.maker.make(user, {
      kind: 'create',
      platform,
      playlistName: name,
      key,
      body,
      replaces: null,
      contents: async () => {
        const resolutions = await this.resolver.resolve(user, platform, tracks);
        refuseWhenUnanswered(resolutions);
        return { name, description, tracks, resolutions };
      },
      settled: async (tx, playlist) => {
        if (sourcePlaylistId) await this.pairings.pair(tx, user._id, platform, sourcePlaylistId, playlist.id);
      },
    });
  }
}

/** More unanswered look-ups than one in so many, and the platform counts as away. */
const UNANSWERED_ONE_IN = 20;

/**
 * Songs whose look-up got no answer would be missing at their places for ever; asked again a little later, they are there.
 * A single one that keeps failing does not hold up all others: it is reported.
 */
function refuseWhenUnanswered(resolutions: readonly Resolution[]): void {
  const unanswered = resolutions.filter((found): found is NotFound => found.recording === null);
  const of = (reason: FailureReason) => unanswered.filter((found) => found.reason === reason);
  const [busy, failed] = [of('platform_busy'), of('upstream_error')];
  if (busy.length > 0) throw unansweredError(busy);
  if (failed.length * UNANSWERED_ONE_IN > resolutions.length) throw unansweredError(failed);
}

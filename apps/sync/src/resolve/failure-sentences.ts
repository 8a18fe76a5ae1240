import type { FailureReason, PlatformId } from '@segue/contracts';
import { PLATFORMS } from '@segue/contracts';
import type { z } from 'zod';

type Reason = z.infer<typeof FailureReason>;

const SENTENCES: Record<Reason, (platform: string) => string> = {
  not_in_storefront: (platform) => `${platform} does not have this recording in your country.`,
  no_isrc: (platform) => `The track has no recording code, and ${platform} has no song that is certainly the same.`,
  ambiguous: (platform) => `${platform} has several recordings that fit equally well, so none was chosen.`,
  version_conflict: (platform) => `${platform} has this song only in another version.`,
  isrc_conflict: (platform) => `${platform} has another song under this recording's code.`,
  not_a_song: () =>
    'This entry is not a song of the catalogue (a local file, an episode or a gap), so it cannot be moved.',
  dropped_by_platform: (platform) => `${platform} took the song but did not put it into the playlist.`,
  upstream_error: (platform) => `${platform} did not answer. Nothing is known against the track; please try again.`,
  platform_busy: (platform) => `${platform} asks us to wait. Please try again later.`,
};

/** Why a track was not written, for people. */
export const failureSentence = (reason: Reason, platform: PlatformId): string =>
  SENTENCES[reason](PLATFORMS[platform].name);

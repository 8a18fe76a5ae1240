import { type FailureReason, PLATFORMS, type PlatformId, type TrackKind } from '@segue/contracts';

const SENTENCES: Record<FailureReason, (platform: string) => string> = {
  not_in_storefront: (platform) => `${platform} does not have this recording in your country.`,
  no_isrc: (platform) => `The track has no recording code, and ${platform} has no song that is certainly the same.`,
  ambiguous: (platform) => `${platform} has several recordings that fit equally well, so none was chosen.`,
  version_conflict: (platform) => `${platform} has this song only in another version.`,
  isrc_conflict: (platform) => `${platform} has another song under this recording's code.`,
  not_a_song: () => 'This entry is not a song of the catalogue, so it cannot be moved.',
  dropped_by_platform: (platform) => `${platform} took the song but did not put it into the playlist.`,
  playlist_full: (platform) => `The playlist is full: ${platform} takes no more tracks.`,
  playlist_read_only: (platform) => `${platform} does not let us change this playlist.`,
  playlist_gone: (platform) => `The playlist is not there any more on ${platform}.`,
  reconnect_required: (platform) => `${platform} ended our access. Please connect it again, then add the track.`,
  unconfirmed: (platform) =>
    `${platform} took the song but does not show it in the playlist. Please look there before you add it again.`,
  upstream_error: (platform) => `${platform} did not answer. Nothing is known against the track; please try again.`,
  platform_busy: (platform) => `${platform} asks us to wait. Please try again later.`,
};

const SENTENCES_OF_KIND: Partial<Record<TrackKind, string>> = {
  local: 'This is a local file: it exists only on your own devices, so it cannot be moved.',
  episode: 'This is a podcast episode, not a song, so it cannot be moved.',
  video: 'This is a music video, not a song, so it cannot be moved.',
  gone: 'This song was taken down: the playlist only keeps its empty place.',
};

/** Why a track was not written, for people. */
export const failureSentence = (reason: FailureReason, platform: PlatformId, kind: TrackKind = 'song'): string =>
  (reason === 'not_a_song' && SENTENCES_OF_KIND[kind]) || SENTENCES[reason](PLATFORMS[platform].name);

const RETRYABLE: ReadonlySet<FailureReason | null> = new Set<FailureReason>([
  'upstream_error',
  'platform_busy',
  'reconnect_required',
]);

/** Whether nothing is known against the track itself, so that asking again may bring it in. */
export const isRetryable = (reason: FailureReason | null): boolean => RETRYABLE.has(reason);

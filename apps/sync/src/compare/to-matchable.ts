import type { Recording, RequestedTrack, Track } from '@segue/contracts';
import type { CandidateRecording, MatchableTrack } from '@segue/matching';

/** The contract's shapes as the matcher reads them. */
export const requestedToMatchable = (track: RequestedTrack): MatchableTrack => ({
  isrc: track.isrc,
  name: track.name,
  artists: track.artists?.length ? track.artists : [track.artist ?? ''].filter(Boolean),
  album: track.album || null,
  durationMs: track.durationMs,
  explicit: track.explicit,
});

export const trackToMatchable = (track: Track): MatchableTrack => ({
  isrc: track.isrc,
  name: track.name,
  artists: track.artists.length > 0 ? track.artists : [track.artist],
  album: track.album || null,
  durationMs: track.durationMs,
  explicit: track.explicit,
});

export const recordingToCandidate = (recording: Recording): CandidateRecording & { recording: Recording } => ({
  ...recording,
  album: recording.album || null,
  recording,
});

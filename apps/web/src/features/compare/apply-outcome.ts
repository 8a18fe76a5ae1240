import type { Track, WriteOutcome } from '@segue/contracts';
import type { CheckAnswer, SourceOnlyTrack } from './api.js';

/** The comparison after a track was written, without asking the platform again. */
export function applyAdded(answer: CheckAnswer, track: SourceOnlyTrack, outcome: WriteOutcome): CheckAnswer {
  const added = outcome.added[0];
  const mismatched = outcome.mismatched[0];
  const targetId = added?.targetId ?? mismatched?.targetId;
  if (targetId === undefined || !answer.sourceOnly.some(({ position }) => position === track.position)) return answer;

  const targetPosition = answer.targetTracks.reduce((last, { position }) => Math.max(last, position), -1) + 1;
  const landed: Track = {
    id: targetId,
    name: mismatched?.targetName ?? track.name,
    artist: mismatched?.targetArtist ?? track.artist ?? track.artists?.join(', ') ?? '',
    artists: track.artists ?? [],
    album: mismatched?.targetAlbum ?? track.album,
    cover_url: null,
    isrc: mismatched === undefined ? track.isrc : mismatched.appleISRC,
    durationMs: mismatched?.targetDurationMs ?? track.durationMs,
    explicit: track.explicit,
    url: mismatched?.targetUrl ?? null,
    position: targetPosition,
    kind: 'song',
    playable: null,
  };
  return {
    ...answer,
    targetPlaylist: recount(answer.targetPlaylist, answer.targetTracks.length + 1),
    targetTracks: [...answer.targetTracks, landed],
    sourceOnly: answer.sourceOnly.filter(({ position }) => position !== track.position),
    matchedTracks: [
      ...answer.matchedTracks,
      {
        sourceTrackId: track.id ?? null,
        targetTrackId: targetId,
        sourcePosition: track.position,
        targetPosition,
        matchType: added?.matchType ?? mismatched?.matchType ?? 'isrc',
        evidence: mismatched?.evidence ?? [],
      },
    ],
  };
}

/** The comparison after every copy of a track left the target. Partners it had are source-only again after a re-check. */
export function applyRemoved(answer: CheckAnswer, trackId: string): CheckAnswer {
  const targetTracks = answer.targetTracks.filter(({ id }) => id !== trackId);
  return {
    ...answer,
    targetPlaylist: recount(answer.targetPlaylist, targetTracks.length),
    targetTracks,
    targetOnly: answer.targetOnly.filter(({ id }) => id !== trackId),
  };
}

const recount = (playlist: CheckAnswer['targetPlaylist'], track_count: number) =>
  playlist === null ? null : { ...playlist, track_count };

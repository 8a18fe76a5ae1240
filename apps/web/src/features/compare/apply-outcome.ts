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

/** The comparison after one entry left the target: what stood behind it moved up. */
export function applyRemoved(answer: CheckAnswer, position: number): CheckAnswer {
  const closeUp = (tracks: readonly Track[]) =>
    tracks
      .filter((track) => track.position !== position)
      .map((track) => (track.position > position ? { ...track, position: track.position - 1 } : track));
  const targetTracks = closeUp(answer.targetTracks);
  return {
    ...answer,
    targetPlaylist: recount(answer.targetPlaylist, targetTracks.length),
    targetTracks,
    targetOnly: closeUp(answer.targetOnly),
    matchedTracks: answer.matchedTracks.map((pair) =>
      pair.targetPosition > position ? { ...pair, targetPosition: pair.targetPosition - 1 } : pair,
    ),
  };
}

const recount = (playlist: CheckAnswer['targetPlaylist'], track_count: number) =>
  playlist === null ? null : { ...playlist, track_count };

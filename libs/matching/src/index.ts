export * from './choose-recording.js';
export * from './isrc.js';
export * from './match-playlists.js';
export { parseTrack, type MatchableTrack, type ParsedTrack } from './track.js';
export { judge, type RecordingOf, type Refusal, type Tier, type Verdict } from './verdict.js';

import type { Track } from '@segue/contracts';

/** A place of a playlist that the platform lists without a song. It is kept, because positions count. */
export const emptySlot = (position: number): Track => ({
  id: `gone:${position}`,
  name: '',
  artist: '',
  artists: [],
  album: '',
  cover_url: null,
  isrc: null,
  durationMs: null,
  explicit: null,
  url: null,
  position,
  kind: 'gone',
  playable: false,
});

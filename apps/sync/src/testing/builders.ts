import type { Playlist, Recording, Track } from '@segue/contracts';

/** The code of the song with this number. */
export const isrcOf = (number: number): string => `USRC1${String(number).padStart(7, '0')}`;

const TITLES = ['Amber', 'Birch', 'Cinder', 'Dune', 'Ember', 'Fjord', 'Grove', 'Harbour', 'Indigo', 'Juniper'];
const titleOf = (number: number): string =>
  `${TITLES[number % TITLES.length]} ${TITLES[Math.floor(number / TITLES.length) % TITLES.length]}`;

export const aRecording = (given: Partial<Recording> = {}): Recording => ({
  id: 'song',
  isrc: null,
  name: 'Amber',
  artists: ['The Walkers'],
  album: 'Colours',
  albumType: 'album',
  cover_url: null,
  url: null,
  durationMs: 200_000,
  explicit: false,
  playable: true,
  discNumber: 1,
  trackNumber: 1,
  releaseDate: '2020-01-01',
  ...given,
});

/** The song with this number as the target's catalogue has it. */
export const aSong = (number: number, given: Partial<Recording> = {}): Recording =>
  aRecording({
    id: `song-${number}`,
    isrc: isrcOf(number),
    name: titleOf(number),
    durationMs: 180_000 + number * 1000,
    ...given,
  });

/** The song with this number as a browser asks for it. */
export const asked = (number: number, given: Record<string, unknown> = {}) => {
  const { isrc, name, artists, album, durationMs } = aSong(number);
  return { id: `source-${number}`, isrc, name, artist: artists[0], album, durationMs, ...given };
};

export const toTrack = (song: Recording, position: number, given: Partial<Track> = {}): Track => ({
  id: song.id,
  name: song.name,
  artist: song.artists.join(', '),
  artists: song.artists,
  album: song.album,
  cover_url: null,
  isrc: song.isrc,
  durationMs: song.durationMs,
  explicit: song.explicit,
  url: null,
  position,
  kind: 'song',
  playable: true,
  ...given,
});

export const aPlaylist = (given: Partial<Playlist> = {}): Playlist => ({
  id: 'p.target',
  name: 'Road trip',
  description: '',
  image_url: null,
  track_count: null,
  owner: 'Mia',
  platform: 'apple',
  url: null,
  readable: true,
  editable: true,
  restriction: null,
  ...given,
});

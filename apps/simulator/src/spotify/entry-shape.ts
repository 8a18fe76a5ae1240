import { derivedId, derivedNumber } from '../chance.js';
import { isoSeconds } from '../clock.js';
import { type Entry, type Playlist } from '../listeners/library.js';
import { artPath } from '../pages/art.js';
import { isDevelopmentMode, type SpotifyContext } from './context.js';
import { coverImages, toTrack, webUrl } from './track-shape.js';

export interface EntryView {
  /** See `toTrack`. */
  market: string | null;
  /** Whether the caller asked for episodes as episodes (`additional_types`). */
  episodes: boolean;
}

/** One slot of a playlist: under `item` in development mode, under `track` with extended quota. */
export function toPlaylistEntry(context: SpotifyContext, playlist: Playlist, entry: Entry, view: EntryView) {
  const track = toPlayable(context, entry, view);
  const development = isDevelopmentMode(context);
  const isTrack = entry.kind !== 'episode';
  return {
    added_at: isoSeconds(entry.addedAtMs),
    added_by: {
      external_urls: webUrl('user', playlist.ownerId),
      href: `${context.apiUrl}/users/${playlist.ownerId}`,
      id: playlist.ownerId,
      type: 'user',
      uri: `spotify:user:${playlist.ownerId}`,
    },
    is_local: entry.kind === 'local',
    // The boolean `track` inside the item is real, and the reason never to test `entry.track` for truth.
    ...(development ? { item: track && { ...track, track: isTrack, episode: !isTrack } } : { track }),
  };
}

function toPlayable(context: SpotifyContext, entry: Entry, view: EntryView) {
  switch (entry.kind) {
    case 'song': {
      const song = context.world.catalogue('spotify').find(entry.id);
      return song ? toTrack(context, song, view.market) : null;
    }
    case 'local':
      return toLocalTrack(entry.name, entry.artist);
    case 'episode':
      return view.episodes ? toEpisode(context, entry.id, entry.name) : toEpisodeAsTrack(context, entry.id, entry.name);
    case 'video':
    case 'gone':
      return null;
  }
}

export const uriOf = (entry: Entry): string | null => {
  switch (entry.kind) {
    case 'song':
      return `spotify:track:${entry.id}`;
    case 'local':
      return localUri(entry.name, entry.artist);
    case 'episode':
      return `spotify:episode:${entry.id}`;
    case 'video':
    case 'gone':
      return null;
  }
};

const localSeconds = (name: string, artist: string): number => 120 + derivedNumber(180, name, artist);

/** `spotify:local:Artist:Album:Title:seconds`, each part form-encoded. */
const localUri = (name: string, artist: string): string =>
  [
    'spotify',
    'local',
    ...[artist, '', name].map((part) => encodeURIComponent(part).replaceAll('%20', '+')),
    localSeconds(name, artist),
  ].join(':');

/** A file on the listener's computer: Spotify knows its tags and nothing else. */
const toLocalTrack = (name: string, artist: string) => ({
  album: {
    album_type: null,
    artists: [],
    external_urls: {},
    href: null,
    id: null,
    images: [],
    name: '',
    release_date: null,
    release_date_precision: null,
    type: 'album',
    uri: null,
  },
  artists: [{ external_urls: {}, href: null, id: null, name: artist, type: 'artist', uri: null }],
  disc_number: 0,
  duration_ms: localSeconds(name, artist) * 1000,
  explicit: false,
  external_urls: {},
  href: null,
  id: null,
  is_local: true,
  name,
  track_number: 0,
  type: 'track',
  uri: localUri(name, artist),
});

const EPISODE_DATE = '2024-05-06';
const SHOW_NAME = 'Two Libraries';

const episodeBase = (context: SpotifyContext, id: string, name: string) => ({
  duration_ms: 1_500_000 + derivedNumber(900_000, id),
  explicit: false,
  external_urls: webUrl('episode', id),
  href: `${context.apiUrl}/episodes/${id}`,
  id,
  name,
  type: 'episode',
  uri: `spotify:episode:${id}`,
});

const toEpisode = (context: SpotifyContext, id: string, name: string) => ({
  ...episodeBase(context, id, name),
  audio_preview_url: null,
  description: name,
  html_description: `<p>${name}</p>`,
  images: coverImages(context, artPath(id)),
  is_externally_hosted: false,
  is_playable: true,
  language: 'en',
  languages: ['en'],
  release_date: EPISODE_DATE,
  release_date_precision: 'day',
  show: toShow(context),
});

const toShow = (context: SpotifyContext) => {
  const id = derivedId(22, 'show', SHOW_NAME);
  return {
    available_markets: [],
    copyrights: [],
    description: SHOW_NAME,
    explicit: false,
    external_urls: webUrl('show', id),
    href: `${context.apiUrl}/shows/${id}`,
    html_description: SHOW_NAME,
    id,
    images: coverImages(context, artPath(id)),
    is_externally_hosted: false,
    languages: ['en'],
    media_type: 'audio',
    name: SHOW_NAME,
    publisher: 'Segue',
    total_episodes: 12,
    type: 'show',
    uri: `spotify:show:${id}`,
  };
};

/** For callers that did not ask for episodes: the show dressed as album and artist, only `type` tells. */
const toEpisodeAsTrack = (context: SpotifyContext, id: string, name: string) => {
  const show = toShow(context);
  return {
    ...episodeBase(context, id, name),
    album: {
      album_type: 'compilation',
      artists: [],
      external_urls: show.external_urls,
      href: show.href,
      id: show.id,
      images: show.images,
      name: show.name,
      release_date: EPISODE_DATE,
      release_date_precision: 'day',
      total_tracks: 1,
      type: 'album',
      uri: show.uri,
    },
    artists: [
      {
        external_urls: show.external_urls,
        href: show.href,
        id: show.id,
        name: show.publisher,
        type: 'artist',
        uri: show.uri,
      },
    ],
    disc_number: 0,
    external_ids: {},
    is_local: false,
    track_number: 0,
  };
};

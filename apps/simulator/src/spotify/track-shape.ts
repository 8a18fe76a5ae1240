import { isAvailable, normaliseIsrc, type Song } from '../catalogue/song.js';
import { derivedId, derivedNumber } from '../chance.js';
import { songArtPath } from '../pages/art.js';
import { isDevelopmentMode, type SpotifyContext } from './context.js';

const COVER_PIXELS = [640, 300, 64];

export const webUrl = (kind: string, id: string) => ({ spotify: `https://open.spotify.com/${kind}/${id}` });

export const coverImages = (context: SpotifyContext, path: string) =>
  COVER_PIXELS.map((pixels) => ({
    url: `${context.baseUrl}${path}/${pixels}x${pixels}.png`,
    height: pixels,
    width: pixels,
  }));

const toArtist = (context: SpotifyContext, name: string) => {
  const id = derivedId(22, 'artist', name.toLowerCase());
  return {
    external_urls: webUrl('artist', id),
    href: `${context.apiUrl}/artists/${id}`,
    id,
    name,
    type: 'artist',
    uri: `spotify:artist:${id}`,
  };
};

/** Spotify writes an unknown release date as year 0000. */
const precisionOf = (date: string): string => ['year', 'month', 'day'][date.split('-').length - 1] ?? 'day';

function toAlbum(context: SpotifyContext, song: Song) {
  const name = song.album ?? song.name;
  const artist = song.artists[0] ?? '';
  const id = derivedId(22, 'album', name, artist);
  const releaseDate = song.releaseDate ?? '0000';
  return {
    album_type: song.album === null ? 'single' : 'album',
    artists: [toArtist(context, artist)],
    ...(isDevelopmentMode(context) ? {} : { available_markets: markets(song) }),
    external_urls: webUrl('album', id),
    href: `${context.apiUrl}/albums/${id}`,
    id,
    images: coverImages(context, songArtPath(song)),
    name,
    release_date: releaseDate,
    release_date_precision: precisionOf(releaseDate),
    total_tracks: song.album === null ? 1 : 8 + derivedNumber(8, id),
    type: 'album',
    uri: `spotify:album:${id}`,
  };
}

/** The storefronts our data know, as the list that development mode no longer shows. */
const KNOWN_MARKETS = ['US', 'DE', 'GB', 'FR', 'ES', 'NL', 'IT', 'PL'];
const markets = (song: Song): string[] =>
  song.availableIn === null ? KNOWN_MARKETS : song.availableIn.map((country) => country.toUpperCase());

/**
 * A full track object. `market` is the country relinking and playability are judged for; null = the caller named none,
 * and the answer says nothing about playability.
 */
export function toTrack(context: SpotifyContext, song: Song, market: string | null) {
  const playable = market === null || isAvailable(song, market);
  const shown = playable ? song : (relink(context, song, market) ?? song);
  return {
    album: toAlbum(context, shown),
    artists: shown.artists.map((name) => toArtist(context, name)),
    disc_number: 1,
    duration_ms: shown.durationMs ?? 0,
    explicit: shown.explicit ?? false,
    external_ids: shown.isrc === null ? {} : { isrc: shown.isrc },
    external_urls: webUrl('track', shown.id),
    href: `${context.apiUrl}/tracks/${shown.id}`,
    id: shown.id,
    is_local: false,
    name: shown.name,
    track_number: 1 + derivedNumber(8, shown.id),
    type: 'track',
    uri: `spotify:track:${shown.id}`,
    ...(market === null ? {} : { is_playable: playable || shown !== song }),
    ...(playable || shown !== song ? {} : { restrictions: { reason: 'market' } }),
    ...(isDevelopmentMode(context) ? {} : extendedFields(context, song, shown)),
  };
}

/** Fields that development mode lost in February 2026. */
const extendedFields = (context: SpotifyContext, asked: Song, shown: Song) => ({
  available_markets: markets(shown),
  popularity: derivedNumber(100, shown.id),
  preview_url: null,
  ...(asked === shown
    ? {}
    : {
        linked_from: {
          external_urls: webUrl('track', asked.id),
          href: `${context.apiUrl}/tracks/${asked.id}`,
          id: asked.id,
          type: 'track',
          uri: `spotify:track:${asked.id}`,
        },
      }),
});

/** Another release of the same recording that plays where the asked one does not. */
const relink = ({ world }: SpotifyContext, song: Song, market: string): Song | undefined =>
  song.isrc === null
    ? undefined
    : world
        .catalogue('spotify')
        .withIsrc(normaliseIsrc(song.isrc))
        .find((other) => other.id !== song.id && isAvailable(other, market));

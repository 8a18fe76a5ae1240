import { isAvailable, type Song } from '../catalogue/song.js';
import { derivedId, derivedNumber } from '../chance.js';
import { type Entry, type Listener } from '../listeners/library.js';
import { songArtPath } from '../pages/art.js';
import { type AppleContext } from './context.js';

const ARTWORK_PIXELS = 1200;

const albumName = (song: Song): string => song.album ?? `${song.name} - Single`;

/** Songs carry a template: the caller fills in the size. */
const artwork = (context: AppleContext, song: Song) => ({
  url: `${context.baseUrl}${songArtPath(song)}/{w}x{h}bb.png`,
  width: ARTWORK_PIXELS,
  height: ARTWORK_PIXELS,
});

const artistNameOf = (song: Song): string => song.artists.join(', ');

const sharedAttributes = (context: AppleContext, song: Song) => ({
  name: song.name,
  artistName: artistNameOf(song),
  albumName: albumName(song),
  durationInMillis: song.durationMs ?? 0,
  artwork: artwork(context, song),
  genreNames: ['Music'],
  hasLyrics: false,
  trackNumber: 1 + derivedNumber(8, song.id),
  discNumber: 1,
  ...(song.releaseDate === null ? {} : { releaseDate: song.releaseDate }),
  // Absent when not explicit; Apple never writes false here.
  ...(song.explicit ? { contentRating: 'explicit' } : {}),
});

/** A catalogue song. `fields`: the storefront whose paths and links it carries. */
export const toCatalogSong = (context: AppleContext, song: Song, storefront: string) => ({
  id: song.id,
  type: 'songs',
  href: `/v1/catalog/${storefront}/songs/${song.id}`,
  attributes: {
    ...sharedAttributes(context, song),
    ...(song.isrc === null ? {} : { isrc: song.isrc }),
    url: `https://music.apple.com/${storefront}/song/${song.id}`,
    playParams: { id: song.id, kind: 'song' },
    previews: [],
  },
});

/** The row id names the song, not the slot: two copies in a playlist have the same. */
export const rowIdOf = (listener: Listener, entry: Entry): string =>
  `i.${derivedId(15, listener.id, entry.kind === 'song' ? entry.id : JSON.stringify({ ...entry, addedAtMs: 0 }))}`;

export const rowTypeOf = ({ kind }: Entry): 'library-songs' | 'library-music-videos' =>
  kind === 'video' ? 'library-music-videos' : 'library-songs';

/** A row of a library playlist. It never carries an ISRC; that is in the catalogue song behind it, if there is one. */
export function toLibrarySong(context: AppleContext, listener: Listener, entry: Entry, includeCatalog: boolean) {
  const id = rowIdOf(listener, entry);
  const song = entry.kind === 'song' ? context.world.catalogue('apple').find(entry.id) : undefined;
  const href = `/v1/me/library/songs/${id}`;
  const catalogLink = song ? { catalogId: song.id, reportingId: song.id } : {};
  return {
    id,
    type: rowTypeOf(entry),
    href,
    attributes: {
      ...(song ? sharedAttributes(context, song) : uploadAttributes(entry)),
      playParams: { id, kind: 'song', isLibrary: true, reporting: song !== undefined, ...catalogLink },
    },
    ...(includeCatalog
      ? { relationships: { catalog: { href: `${href}/catalog`, data: catalogData(context, listener, song) } } }
      : {}),
  };
}

/** Empty for uploads, and for songs that this storefront does not carry. */
const catalogData = (context: AppleContext, listener: Listener, song: Song | undefined) =>
  song && isAvailable(song, listener.country) ? [toCatalogSong(context, song, listener.country)] : [];

/** A file or video the listener brought along, or a song that no longer exists. */
const uploadAttributes = (entry: Entry) => {
  const name = 'name' in entry ? entry.name : 'Unavailable';
  const artist = 'artist' in entry ? entry.artist : '';
  return {
    name,
    artistName: artist,
    albumName: '',
    durationInMillis: 120_000 + derivedNumber(180, name, artist) * 1000,
    genreNames: [],
    hasLyrics: false,
    trackNumber: 0,
  };
};

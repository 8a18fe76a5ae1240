import type { Recording, Track } from '@segue/contracts';
import { ROW_COVER } from '../cover-edges.js';
import { durationMsOf, textOf, urlOf, wholeOf } from '../foreign-values.js';
import { normaliseIsrc } from '@segue/matching';
import { emptySlot } from '../empty-slot.js';
import type { PlaylistEntry } from '../platform.js';
import type { AppleRow, AppleSong } from './apple-shapes.js';
import { artworkUrlOf } from './artwork.js';
import { rowIdOf } from './row-ids.js';

/** The catalogue's id of a library row; null for uploads and for songs the catalogue has lost. */
export const catalogueIdOf = (row: AppleRow): string | null =>
  row.relationships?.catalog?.data?.[0]?.id ?? row.attributes?.playParams?.catalogId ?? null;

/** The catalogue's song behind a row, when it came with the row and tells its ISRC. */
export function includedSongOf(row: AppleRow): AppleSong | null {
  const song = row.relationships?.catalog?.data?.[0];
  return song && normaliseIsrc(song.attributes?.isrc) ? song : null;
}

/**
 * A row at its place.
 * @param song the catalogue's song behind it, null when the catalogue does not know it (any more).
 */
export function toPlaylistEntry(row: AppleRow | null, song: AppleSong | null, position: number): PlaylistEntry {
  if (!row) return { track: emptySlot(position), recording: null };
  const isVideo = row.type.endsWith('music-videos');
  return {
    track: toTrack(row, song, position, isVideo ? 'video' : 'song'),
    recording: isVideo ? null : recordingOf(row, song),
  };
}

/** @param playable what is known when Apple sends no `playParams`: false for an answer of the catalogue itself. */
export function toRecording(song: AppleSong, playable: false | null): Recording {
  const attributes = song.attributes ?? {};
  const album = textOf(attributes.albumName);
  return {
    id: song.id,
    isrc: normaliseIsrc(attributes.isrc),
    name: textOf(attributes.name),
    artists: artistsOf(attributes.artistName),
    album,
    albumType: albumTypeOf(album),
    cover_url: artworkUrlOf(attributes.artwork, ROW_COVER),
    url: urlOf(attributes.url),
    durationMs: durationMsOf(attributes.durationInMillis),
    explicit: explicitOf(attributes.contentRating),
    playable: attributes.playParams ? true : playable,
    discNumber: wholeOf(attributes.discNumber),
    trackNumber: wholeOf(attributes.trackNumber),
    releaseDate: attributes.releaseDate || null,
  };
}

function recordingOf(row: AppleRow, song: AppleSong | null): Recording | null {
  const id = song?.id ?? catalogueIdOf(row);
  if (id === null) return null;
  // What the catalogue leaves out the row may know.
  return toRecording({ id, attributes: { ...row.attributes, ...song?.attributes } }, null);
}

function toTrack(row: AppleRow, song: AppleSong | null, position: number, kind: Track['kind']): Track {
  const attributes = { ...song?.attributes, ...row.attributes };
  const inCatalogue = song !== null || catalogueIdOf(row) !== null;
  return {
    id: rowIdOf(row),
    name: textOf(attributes.name),
    artist: textOf(attributes.artistName),
    artists: artistsOf(attributes.artistName),
    album: textOf(attributes.albumName),
    cover_url: artworkUrlOf(attributes.artwork, ROW_COVER),
    isrc: kind === 'song' ? normaliseIsrc(song?.attributes?.isrc) : null,
    durationMs: durationMsOf(attributes.durationInMillis),
    explicit: inCatalogue ? explicitOf(attributes.contentRating) : null,
    url: urlOf(song?.attributes?.url),
    position,
    kind,
    playable: song?.attributes?.playParams ? true : null,
  };
}

/** Apple credits all artists in one string. */
const artistsOf = (artistName: string | null | undefined): string[] => (artistName ? [textOf(artistName)] : []);

/** Apple rates explicit songs and their clean versions; a song that never was explicit has no rating. */
const explicitOf = (contentRating: string | null | undefined): boolean => contentRating === 'explicit';

/** Apple says it in the album's name only. */
function albumTypeOf(albumName: string): Recording['albumType'] {
  if (albumName.endsWith(' - Single')) return 'single';
  return albumName.endsWith(' - EP') ? 'ep' : null;
}

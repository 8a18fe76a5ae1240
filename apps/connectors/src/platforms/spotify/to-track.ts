import type { Recording, Track } from '@segue/contracts';
import { ROW_COVER } from '../cover-edges.js';
import { durationMsOf, textOf, urlOf, wholeOf } from '../foreign-values.js';
import { normaliseIsrc } from '@segue/matching';
import { emptySlot } from '../empty-slot.js';
import type { PlaylistEntry } from '../platform.js';
import { coverOf } from './cover.js';
import type { SpotifyEntry, SpotifyItem } from './spotify-shapes.js';

/** An entry at its place. An entry whose track vanished keeps its place, or all positions after it would be wrong. */
export function toPlaylistEntry(entry: SpotifyEntry | null, position: number): PlaylistEntry {
  if (!entry?.item) return { track: emptySlot(position), recording: null };
  const item = entry.item;
  if (entry.isLocal || item.is_local === true) {
    return { track: toTrack(item, position, 'local', item.uri), recording: null };
  }
  // An episode's address tells its kind, its id alone does not: it is removed by the address.
  if (item.type === 'episode') return { track: toTrack(item, position, 'episode', item.uri), recording: null };
  return { track: toTrack(item, position, 'song', item.id), recording: toRecording(item) };
}

/** A song as a look-up or search found it; null when it has no id. */
export function toRecording(item: SpotifyItem): Recording | null {
  if (!item.id) return null;
  return {
    id: item.id,
    isrc: normaliseIsrc(item.external_ids?.isrc),
    name: textOf(item.name),
    artists: artistsOf(item),
    album: textOf(item.album?.name),
    albumType: albumTypeOf(item.album?.album_type),
    cover_url: coverOf(item.album?.images ?? [], ROW_COVER),
    url: urlOf(item.external_urls?.spotify),
    durationMs: durationMsOf(item.duration_ms),
    explicit: item.explicit ?? null,
    playable: item.is_playable ?? null,
    discNumber: wholeOf(item.disc_number),
    trackNumber: wholeOf(item.track_number),
    releaseDate: item.album?.release_date || null,
  };
}

function toTrack(item: SpotifyItem, position: number, kind: Track['kind'], id: string | null | undefined): Track {
  const artists = artistsOf(item);
  return {
    id: (id || `${kind}:${position}`).slice(0, 1000),
    name: textOf(item.name),
    artist: textOf(artists.join(', ')),
    artists,
    album: textOf(item.album?.name ?? item.show?.name),
    cover_url: coverOf(item.album?.images ?? item.images, ROW_COVER),
    isrc: kind === 'song' ? normaliseIsrc(item.external_ids?.isrc) : null,
    durationMs: durationMsOf(item.duration_ms),
    explicit: item.explicit ?? null,
    url: urlOf(item.external_urls?.spotify),
    position,
    kind,
    playable: item.is_playable ?? null,
  };
}

const artistsOf = (item: SpotifyItem): string[] =>
  (item.artists ?? [])
    .map((artist) => textOf(artist.name))
    .filter((name) => name !== '')
    .slice(0, 200);

function albumTypeOf(written: string | null | undefined): Recording['albumType'] {
  return written === 'album' || written === 'single' || written === 'compilation' || written === 'ep' ? written : null;
}

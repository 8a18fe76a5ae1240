import { isAvailable } from '../catalogue/song.js';
import { type Entry, type Listener } from '../listeners/library.js';
import { type AppleContext } from './context.js';
import { NOT_EDITABLE_500 } from './failures.js';
import { type TrackReference } from './library-forms.js';
import { rowIdOf, rowTypeOf } from './song-shape.js';

/**
 * What Apple really stores of the tracks it is asked to append. Entries without a type, unknown ids and songs of another
 * storefront vanish without a word; a withdrawn song (sold nowhere) fails the whole call.
 */
export function toNewEntries(context: AppleContext, listener: Listener, tracks: TrackReference[]): Entry[] {
  const addedAtMs = context.world.clock.nowMs();
  const catalogue = context.world.catalogue('apple');
  const rows = tracks.some(({ type }) => type?.startsWith('library-')) ? rowsOf(listener) : new Map<string, Entry>();
  return tracks.flatMap(({ id, type }): Entry[] => {
    const row = rows.get(id);
    if (row && rowTypeOf(row) === type) return [{ ...row, addedAtMs }];
    const song = type === 'songs' ? catalogue.find(id) : undefined;
    if (song?.availableIn?.length === 0) throw NOT_EDITABLE_500;
    return song && isAvailable(song, listener.country) ? [{ kind: 'song', id, addedAtMs }] : [];
  });
}

/** The listener's own rows by row id. */
const rowsOf = (listener: Listener): Map<string, Entry> =>
  new Map(
    listener.playlists.flatMap(({ entries }) =>
      entries.map((entry): [string, Entry] => [rowIdOf(listener, entry), entry]),
    ),
  );

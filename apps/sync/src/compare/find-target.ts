import type { Playlist } from '@segue/contracts';

export type FoundBy = 'pairing' | 'name' | 'similar-name';

const similarKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The playlist a source is compared with: the remembered one, else one of the same name, else of the same name but
 * for case and spaces. Of several, one we may change, then the first of the platform's list, which is its newest.
 * Playlists we cannot read are no targets.
 */
export function findTarget(
  library: readonly Playlist[],
  name: string,
  pairedId: string | null,
): { playlist: Playlist; foundBy: FoundBy } | null {
  const readable = library.filter((playlist) => playlist.readable);
  const paired = readable.find(({ id }) => id === pairedId);
  if (paired) return { playlist: paired, foundBy: 'pairing' };
  const best = (playlists: Playlist[]) => playlists.find(({ editable }) => editable) ?? playlists[0];
  const exact = best(readable.filter((playlist) => playlist.name === name));
  if (exact) return { playlist: exact, foundBy: 'name' };
  const similar = best(readable.filter((playlist) => similarKey(playlist.name) === similarKey(name)));
  return similar ? { playlist: similar, foundBy: 'similar-name' } : null;
}

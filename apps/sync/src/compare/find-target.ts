import type { check, Playlist, ResponseOf } from '@segue/contracts';

export type FoundBy = NonNullable<ResponseOf<typeof check>['foundBy']>;

export interface Found {
  /** Those a member may mean, the best first. */
  candidates: Playlist[];
  foundBy: FoundBy | null;
}

const similarKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The playlist a source is compared with: the one the member chose, the remembered one, else one of the same name, else
 * of the same name but for case and spaces. Of several, one we may change, then the first of the platform's list, which is
 * its newest. Playlists we cannot read are no targets.
 */
export function findTarget(
  library: readonly Playlist[],
  name: string,
  { chosenId, pairedId }: { chosenId?: string | undefined; pairedId: string | null },
): Found {
  const readable = library.filter((playlist) => playlist.readable);
  const exact = editableFirst(readable.filter((playlist) => playlist.name === name));
  const similar = editableFirst(
    readable.filter((playlist) => playlist.name !== name && similarKey(playlist.name) === similarKey(name)),
  );
  const named = [...exact, ...similar];
  const ahead = (foundBy: FoundBy, id: string): Found | null => {
    const playlist = readable.find((candidate) => candidate.id === id);
    return playlist ? { candidates: [playlist, ...named.filter((other) => other !== playlist)], foundBy } : null;
  };
  const known = (chosenId && ahead('chosen', chosenId)) || (pairedId && ahead('pairing', pairedId));
  if (known) return known;
  return { candidates: named, foundBy: exact.length > 0 ? 'name' : similar.length > 0 ? 'similar-name' : null };
}

const editableFirst = (playlists: readonly Playlist[]): Playlist[] => [
  ...playlists.filter(({ editable }) => editable),
  ...playlists.filter(({ editable }) => !editable),
];

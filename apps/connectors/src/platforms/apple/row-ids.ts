/** What Apple's append call takes. Without its type Apple drops an entry and answers as if all were well. */
export interface TrackReference {
  readonly id: string;
  readonly type: 'songs' | 'library-songs' | 'music-videos' | 'library-music-videos';
}

/** A video's row id looks like a song's, so its type goes in front of it. */
const VIDEO_PREFIX = 'music-video:';
/** Rows of the member's library. */
const LIBRARY_ROW = /^i\./;
/** Rows that stand for a song of the catalogue: all rows of collaborative playlists are such. */
const CATALOGUE_ROW = /^a\./;

/** The id a row of a playlist is known by outside this folder. */
export const rowIdOf = ({ id, type }: { id: string; type: string }): string =>
  type.endsWith('music-videos') ? `${VIDEO_PREFIX}${id}` : id;

/** @param id of a row (`i.…`, `a.<catalogue id>`, a video's with its prefix), or of a song of the catalogue. */
export function toReference(id: string): TrackReference {
  const isVideo = id.startsWith(VIDEO_PREFIX);
  const bare = isVideo ? id.slice(VIDEO_PREFIX.length) : id;
  const inLibrary = LIBRARY_ROW.test(bare);
  if (isVideo)
    return { id: bare.replace(CATALOGUE_ROW, ''), type: inLibrary ? 'library-music-videos' : 'music-videos' };
  return { id: bare.replace(CATALOGUE_ROW, ''), type: inLibrary ? 'library-songs' : 'songs' };
}

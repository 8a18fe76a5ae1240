import { type Credits, parseCredits } from './artists.js';
import { normaliseIsrc } from './isrc.js';
import { textKey } from './text-key.js';
import { parseTitle, type Title } from './title.js';
import { albumSignature } from './version-words.js';

/** Changes whenever a rule here could answer differently, so that stored answers can be told apart. */
export const MATCHER_VERSION = 2;

/** What the matcher looks at. `null` means "not known", never "no". */
export interface MatchableTrack {
  /** The platform's ids it is known under, each as `platform:id`; a shared one settles everything. */
  ids?: readonly string[];
  isrc: string | null;
  name: string;
  /** One entry each, or one string with all of them, as the platform writes it. */
  artists: readonly string[];
  album: string | null;
  durationMs: number | null;
  explicit: boolean | null;
}

/** A track with everything worked out that comparing needs. */
export interface ParsedTrack {
  ids: readonly string[];
  isrc: string | null;
  title: Title;
  credits: Credits;
  album: string;
  albumSignature: string;
  durationMs: number | null;
  explicit: boolean | null;
}

/** Apple adds what kind of release it is to the album's name. */
const RELEASE_KIND = / (?:single|ep)$/;

export function parseTrack(track: MatchableTrack): ParsedTrack {
  const title = parseTitle(track.name);
  const album = textKey(track.album ?? '').replace(RELEASE_KIND, '');
  return {
    ids: track.ids ?? [],
    isrc: normaliseIsrc(track.isrc),
    title,
    credits: parseCredits([...track.artists, ...title.featured]),
    album,
    albumSignature: albumSignature(album),
    durationMs: track.durationMs,
    explicit: track.explicit,
  };
}

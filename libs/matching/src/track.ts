import { type Credits, parseCredits } from './artists.js';
import { normaliseIsrc } from './isrc.js';
import { albumKey, parseTitle, type Title } from './title.js';
import { albumSignature } from './version-words.js';

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
  readonly ids: readonly string[];
  readonly isrc: string | null;
  readonly title: Title;
  readonly credits: Credits;
  readonly album: string;
  readonly albumSignature: string;
  readonly durationMs: number | null;
  readonly explicit: boolean | null;
}

/** Apple adds what kind of release it is to the album's name. */
const RELEASE_KIND = / (?:single|ep)$/;

export const parseTrack = (track: MatchableTrack): ParsedTrack => trackParser()(track);

/**
 * A parser for the tracks of whole lists. Taking texts apart is most of the work of matching, so titles and albums,
 * which come again on the other side, are taken apart once, and credits only where somebody looks at them.
 */
export function trackParser(): (track: MatchableTrack) => ParsedTrack {
  const [titles, albums] = [remembering(parseTitle), remembering(parseAlbum)];
  return (track) => new ParsedOnDemand(track, titles(track.name), albums(track.album ?? ''));
}

class ParsedOnDemand implements ParsedTrack {
  readonly ids: readonly string[];
  readonly isrc: string | null;
  readonly album: string;
  readonly albumSignature: string;
  readonly durationMs: number | null;
  readonly explicit: boolean | null;
  private readonly artists: readonly string[];
  private parsedCredits: Credits | undefined;

  constructor(
    track: MatchableTrack,
    readonly title: Title,
    album: Album,
  ) {
    this.ids = track.ids ?? NO_IDS;
    this.isrc = normaliseIsrc(track.isrc);
    this.album = album.key;
    this.albumSignature = album.signature;
    this.durationMs = track.durationMs;
    this.explicit = track.explicit;
    this.artists = track.artists;
  }

  get credits(): Credits {
    return (this.parsedCredits ??= parseCredits([...this.artists, ...this.title.featured]));
  }
}

const NO_IDS: readonly string[] = [];

interface Album {
  key: string;
  signature: string;
}

function parseAlbum(name: string): Album {
  const key = albumKey(name).replace(RELEASE_KIND, '');
  return { key, signature: albumSignature(key) };
}

/** `work`, done once for each text. */
function remembering<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = work(text);
    known.set(text, made);
    return made;
  };
}

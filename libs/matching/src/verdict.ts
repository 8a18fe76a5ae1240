import { artistsAgree, artistsDiffer } from './artists.js';
import { areComparable, wordsOf } from './text-key.js';
import type { ParsedTrack } from './track.js';

/**
 * 0 the same id · 1 the same ISRC, not contradicted · 2 ISRCs known to be one recording · 3 the same by strict
 * comparison of text, flag and length.
 */
export type Tier = 0 | 1 | 2 | 3;

/** Why two tracks were not taken for one recording. */
export type Refusal =
  | 'other-song'
  | 'other-artist'
  | 'other-version'
  | 'explicit-differs'
  | 'length-differs'
  | 'length-unknown'
  | 'isrc-conflict';

export type Verdict = { same: true; tier: Tier; evidence: string[] } | { same: false; refusal: Refusal };

/** ISRCs that are known to stand for one recording have one name here. */
export type RecordingOf = (isrc: string) => string | null;

const SECOND_MS = 1000;
/** An edit of more than 10 s is due its own ISRC (RIAA rule), so within it an equal code is believed. */
const SAME_ISRC_TOLERANCE_MS = 10 * SECOND_MS;
const SAME_ISRC_TOLERANCE_SHARE = 0.05;
/** The two platforms' measures of one recording differ by less than this in 93 of 100 linked pairs. */
const UNCHANGED_LENGTH_MS = 2 * SECOND_MS;
/** Without a shared code: under this, of the same title by the same artist, other recordings are rare. */
const TEXT_TOLERANCE_MS = 1500;
/** The same with an equal album, which leaves fewer other recordings to confuse. */
const TEXT_TOLERANCE_SAME_ALBUM_MS = 4000;

const refuse = (refusal: Refusal): Verdict => ({ same: false, refusal });

/** Whether two tracks are one recording, and why. Symmetric and without memory. */
export function judge(a: ParsedTrack, b: ParsedTrack, recordingOf: RecordingOf = () => null): Verdict {
  if (a.ids.some((id) => b.ids.includes(id))) return { same: true, tier: 0, evidence: ['the same id'] };
  if (a.isrc !== null && a.isrc === b.isrc) return judgeSameIsrc(a, b);
  if (isKnownEquivalent(a, b, recordingOf)) return judgeEquivalent(a, b);
  return judgeByText(a, b);
}

function isKnownEquivalent(a: ParsedTrack, b: ParsedTrack, recordingOf: RecordingOf): boolean {
  if (a.isrc === null || b.isrc === null) return false;
  const recording = recordingOf(a.isrc);
  return recording !== null && recording === recordingOf(b.isrc);
}

/** "ISRC acquits, it does not convict": an equal code is believed unless the rest contradicts it. */
function judgeSameIsrc(a: ParsedTrack, b: ParsedTrack): Verdict {
  const contradicted =
    lengthsApart(a, b, SAME_ISRC_TOLERANCE_MS) ||
    flagsDiffer(a, b) ||
    partsDiffer(a, b) ||
    isAnotherSong(a, b) ||
    isAnotherVersion(a, b);
  if (contradicted) return refuse('isrc-conflict');
  return { same: true, tier: 1, evidence: [`the same ISRC ${a.isrc}`, ...lengthEvidence(a, b)] };
}

function judgeEquivalent(a: ParsedTrack, b: ParsedTrack): Verdict {
  if (a.title.signature !== b.title.signature) return refuse('other-version');
  if (flagsDiffer(a, b)) return refuse('explicit-differs');
  if (lengthsApart(a, b, SAME_ISRC_TOLERANCE_MS)) return refuse('length-differs');
  return {
    same: true,
    tier: 2,
    evidence: [`${a.isrc} and ${b.isrc} are known to be one recording`, ...lengthEvidence(a, b)],
  };
}

function judgeByText(a: ParsedTrack, b: ParsedTrack): Verdict {
  if (a.title.core !== b.title.core || a.title.subtitle !== b.title.subtitle) return refuse('other-song');
  if (!artistsAgree(a.credits, b.credits)) return refuse('other-artist');
  if (a.title.signature !== b.title.signature || albumsContradict(a, b)) return refuse('other-version');
  if (flagsDiffer(a, b)) return refuse('explicit-differs');
  if (a.durationMs === null || b.durationMs === null) return refuse('length-unknown');
  const sameAlbum = a.album !== '' && a.album === b.album;
  const tolerance = sameAlbum ? TEXT_TOLERANCE_SAME_ALBUM_MS : TEXT_TOLERANCE_MS;
  if (Math.abs(a.durationMs - b.durationMs) >= tolerance) return refuse('length-differs');
  const evidence = [
    'the same title',
    'the same artists',
    ...(sameAlbum ? ['the same album'] : []),
    ...lengthEvidence(a, b),
  ];
  return { same: true, tier: 3, evidence };
}

function lengthsApart(a: ParsedTrack, b: ParsedTrack, toleranceMs: number): boolean {
  if (a.durationMs === null || b.durationMs === null) return false;
  const tolerance = Math.max(toleranceMs, Math.max(a.durationMs, b.durationMs) * SAME_ISRC_TOLERANCE_SHARE);
  return Math.abs(a.durationMs - b.durationMs) > tolerance;
}

function lengthEvidence(a: ParsedTrack, b: ParsedTrack): string[] {
  if (a.durationMs === null || b.durationMs === null) return [];
  const seconds = (Math.abs(a.durationMs - b.durationMs) / SECOND_MS).toFixed(1);
  return [seconds === '0.0' ? 'the same length' : `${seconds} s apart`];
}

/** Explicit and clean twins have the same title, artist and length; only the flag tells them apart. */
const flagsDiffer = (a: ParsedTrack, b: ParsedTrack): boolean =>
  a.explicit !== null && b.explicit !== null && a.explicit !== b.explicit;

/** What an album says of its tracks counts where the titles themselves say nothing. */
const albumsContradict = (a: ParsedTrack, b: ParsedTrack): boolean =>
  a.title.signature === '' && a.album !== '' && b.album !== '' && a.albumSignature !== b.albumSignature;

const PART_NUMBER = /\b(?:part|pt|parts|vol|volume|no|movement|mvt|act)\s+(\d+|[ivx]+)\b/;

/** The rules allow one code for a whole work and for its parts. */
function partsDiffer(a: ParsedTrack, b: ParsedTrack): boolean {
  const [one, other] = [a, b].map(
    ({ title }) => PART_NUMBER.exec(`${title.core} ${title.subtitle} ${title.signature}`)?.[1],
  );
  return one !== undefined && other !== undefined && one !== other;
}

/**
 * Registrants mistype codes: then the artists are others, and so is the title or at least the album. Credits
 * without a shared word on one and the same album are the composer here and the performer there.
 */
function isAnotherSong(a: ParsedTrack, b: ParsedTrack): boolean {
  const mayDiffer = a.album === '' || a.album !== b.album || titlesDiffer(a.title.core, b.title.core);
  return mayDiffer && artistsDiffer(a.credits, b.credits);
}

/** Another version is due another code. A note that one platform merely leaves out does not change the length. */
function isAnotherVersion(a: ParsedTrack, b: ParsedTrack): boolean {
  if (a.title.signature === b.title.signature) return false;
  // Where no length can tell, the note is all there is.
  if (a.durationMs === null || b.durationMs === null) return true;
  return Math.abs(a.durationMs - b.durationMs) > UNCHANGED_LENGTH_MS;
}

/** Certainly different names: a shared script, no shared word, neither inside the other. */
function titlesDiffer(a: string, b: string): boolean {
  if (!areComparable(a, b) || a.includes(b) || b.includes(a)) return false;
  const words = new Set(wordsOf(a));
  return !wordsOf(b).some((word) => words.has(word) && word.length > 3);
}

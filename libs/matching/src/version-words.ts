import { textKey } from './text-key.js';

/** In `textKey` form, as the words they are compared with: "remasterisé" arrives here as "remasterise". */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/).map(textKey));

/** Notes about packaging and mastering: the same recording with and without them. */
const SOFT = words(`
  remaster remastered remastering remasterizado remasterisé digital digitally mono stereo album single original main
  bonus track deluxe expanded edition anniversary special explicit clean edited dirty reissue soundtrack ost motion picture
  film movie tv series th st nd rd lp ep cd hd hq
`);

/** Small words that decide nothing inside a note. */
const FILLER = words('version ver versión versione the a an of and in en for by edition');

/** A note with one of these names another recording; all its words together are the version. */
const HARD = words(`
  live unplugged acoustic acústico acústica acoustique akustik remix remixed mix mixes dub edit extended vip bootleg mashup
  radio club instrumental karaoke backing tribute cover cappella capella acapella acappella demo demos alternate alternative alt take
  outtake rehearsal session sessions sped slowed reverb nightcore 8d orchestral orchestra symphonic symphony piano
  strings lullaby rerecorded recorded recording mixed medley commentary reprise intro interlude outro skit stripped
  part pt parts vol volume chapter english spanish español french français german deutsch italian italiano
  portuguese japanese korean chinese mandarin cantonese russian concert concierto directo vivo freestyle refix rework reworked
  rmx flip chopped screwed megamix continuous solo duet choir quartet quintet guitar unreleased early
  ライブ リミックス インスト カラオケ アコースティック 伴奏 现场 現場 纯音乐 純音樂
`);

/** Hard words that are also names of ensembles and instruments: in "feat. the … Choir" they name who plays. */
const PERFORMERS = words('orchestra symphony choir quartet quintet strings piano guitar club');

const YEAR = /^(?:19|20)\d\d$/;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/;
const VERSION_WORD = /^(?:version|ver|versión|versione)$/;
/** "Live ver.", "女版" and the like, where the word for "version" is the end of another word. */
const CJK_VERSION = /(?:版|バージョン|ヴァージョン)$/;
const SOFT_MIX = words('mono stereo original album');
/** Phrases that make an imitation of somebody else's record. */
const IMITATION =
  /\b(?:karaoke|tribute|made famous|made popular|in the style of|originally performed|as performed by|cover version|instrumental version of)\b/;

export type NoteKind = 'soft' | 'hard' | 'subtitle';

const isSoftWord = (word: string): boolean =>
  SOFT.has(word) || FILLER.has(word) || YEAR.test(word) || ORDINAL.test(word);

/** What a bracketed or dashed note of a title says. @param note its words in `textKey` form. */
export function classifyNote(note: readonly string[]): NoteKind {
  if (note[0] === 'from' || (note[0] === 'music' && note[1] === 'from')) return 'soft';
  if (note.every(isSoftWord) && note.some((word) => !FILLER.has(word) || note.length === 1)) return 'soft';
  const isSoftMix = note.some((word) => SOFT_MIX.has(word)) && note.every((word) => word === 'mix' || isSoftWord(word));
  if (isSoftMix) return 'soft';
  if (note.some((word) => HARD.has(word) || VERSION_WORD.test(word) || CJK_VERSION.test(word))) return 'hard';
  return IMITATION.test(note.join(' ')) ? 'hard' : 'subtitle';
}

/** Whether what is hard about a note with guests is only their name. */
export const namesPerformers = (note: readonly string[]): boolean =>
  classifyNote(note.filter((word) => !PERFORMERS.has(word))) !== 'hard';

/** Whether a note says that the recording was mastered again. */
export const isMastering = (note: readonly string[]): boolean =>
  classifyNote(note) === 'soft' && note.some((word) => word.startsWith('remaster'));

/** "Rudy Van Gelder Edition": beside a remaster it says who did it; alone it may be another recording. */
export const isNamedEdition = (note: readonly string[]): boolean => note.at(-1) === 'edition';

/** The words of a hard note that tell versions apart: "Acoustic" and "Acoustic Version" are one. */
export const signatureWords = (note: readonly string[]): string[] => note.filter((word) => !FILLER.has(word));

export const isImitation = (key: string): boolean => IMITATION.test(key);

const ALBUM_WORDS: ReadonlyArray<[string, RegExp]> = [
  ['live', /\b(?:live|unplugged|in concert|en vivo|en directo|ao vivo)\b/],
  ['acoustic', /\bacoustic\b/],
  ['instrumental', /\binstrumentals?\b/],
  ['karaoke', /\bkaraoke\b/],
  ['tribute', /\btribute\b/],
  ['remix', /\b(?:remix|remixes|remixed)\b/],
  ['demo', /\bdemos?\b/],
  ['mixed', /\b(?:dj mix|mixed|continuous mix)\b/],
  ['lullaby', /\blullab(?:y|ies)\b/],
];

/** What an album's name says of all its tracks. @param key the name in `textKey` form. */
export const albumSignature = (key: string): string =>
  ALBUM_WORDS.filter(([, pattern]) => pattern.test(key))
    .map(([word]) => word)
    .join(' ');

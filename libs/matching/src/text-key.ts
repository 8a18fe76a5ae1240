/** Letters that decomposition leaves alone although they are variants of plain ones. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};
const FOLDABLE = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'g');
/** Marks carry meaning in most scripts (kana voicing, Indic vowels); only here are they ornament. */
const ORNAMENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const APOSTROPHES = /['’‘`´ʼ′]/g;
const DASHES = /\p{Pd}|−/gu;

// Most titles are plain ASCII, for which the Unicode steps below change nothing; skipping them halves the time.
const ASCII = /^[\x00-\x7f]*$/;

/** Full-width forms, quotes and dashes in one shape each, lower case. Brackets and separators are kept. */
export const unify = (text: string): string => (ASCII.test(text) ? text.toLowerCase().trim() : unifyUnicode(text));

const unifyUnicode = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(DASHES, '-')
    .replace(/[“”„«»″]/g, '"')
    .replace(/【/g, '[')
    .replace(/】/g, ']')
    .trim();

/**
 * What is compared of a text: words in lower case, separated by one space, without punctuation and ornament.
 * Every letter and digit of every script stays; a text of punctuation alone ("!!!") stays as it is, because an
 * empty key would equal every other empty key.
 */
export function textKey(text: string): string {
  const unified = unify(text);
  const key = ASCII.test(unified) ? asciiKey(unified) : unicodeKey(unified);
  return key === '' ? unified : key;
}

const asciiKey = (unified: string): string =>
  unified
    .replace(/&/g, ' and ')
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const unicodeKey = (unified: string): string =>
  unified
    .replace(/&/g, ' and ')
    .replace(APOSTROPHES, '')
    .normalize('NFD')
    .replace(ORNAMENTED, '$1')
    .normalize('NFC')
    .replace(FOLDABLE, (letter) => FOLDED[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

export const wordsOf = (key: string): string[] => key.split(' ').filter(Boolean);

const LATIN = /\p{Script=Latin}/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether two texts share a script. "花譜" and "KAF" may well be one name; their letters cannot tell. */
export const areComparable = (a: string, b: string): boolean =>
  (LATIN.test(a) && LATIN.test(b)) ||
  (OTHER_SCRIPT.test(a) && OTHER_SCRIPT.test(b)) ||
  (!LATIN.test(a + b) && !OTHER_SCRIPT.test(a + b));

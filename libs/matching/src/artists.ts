import { areComparable, textKey, unify, wordsOf } from './text-key.js';
import { isImitation } from './version-words.js';

/** Everybody a track credits. */
export interface Credits {
  /** All words of all names, sorted and joined. */
  bag: string;
  words: ReadonlySet<string>;
  /** The single names, each as its words; the first credit first. */
  names: string[][];
  imitates: boolean;
}

const CONNECTIVES = new Set(['and', 'the', 'feat', 'ft', 'featuring', 'with', 'x', 'vs', 'y', 'und', 'et']);
const SEPARATORS = /\s*(?:,|;|\/|&|\+|\s(?:and|x|vs\.?|feat\.?|ft\.?|featuring|with|y|und|et)\s)\s*/;

const nameWords = (name: string): string[] => wordsOf(textKey(name)).filter((word) => !CONNECTIVES.has(word));

/** @param credits artists as the platform lists them: one string with all of them, or one each. */
export function parseCredits(credits: readonly string[]): Credits {
  const wholes = credits.map(nameWords);
  const names = credits.flatMap((credit, index) => {
    const parts = unify(credit).split(SEPARATORS);
    return [wholes[index] ?? [], ...(parts.length > 1 ? parts.map(nameWords) : [])].filter((words) => words.length > 0);
  });
  // "The The" is made of connectives alone; its own text is the best key it has.
  const all = wholes.flat();
  const words = new Set(all.length > 0 ? all : credits.map(textKey));
  return {
    bag: [...words].sort().join(' '),
    words,
    names: names.length > 0 ? names : credits.map((credit) => [textKey(credit)]),
    imitates: isImitation(credits.join(' ').toLowerCase()),
  };
}

/**
 * Whether two credits name the same artists: the same words, or the shorter one made of whole names of the longer,
 * its first name among them ("Oasis" is not "Oasis Tribute Band").
 */
export function artistsAgree(a: Credits, b: Credits): boolean {
  if (a.imitates !== b.imitates || a.words.size === 0 || b.words.size === 0) return false;
  if (a.bag === b.bag) return true;
  const [short, long] = a.words.size < b.words.size ? [a, b] : [b, a];
  return isMadeOfNames(short, long);
}

function isMadeOfNames(short: Credits, long: Credits): boolean {
  const whole = long.names.filter((name) => name.every((word) => short.words.has(word)));
  const covered = new Set(whole.flat());
  const hasFirst = long.names[0] !== undefined && whole.some((name) => isFirstOf(long, name));
  return hasFirst && covered.size === short.words.size;
}

/** The first credit as a whole, or the first name inside it. */
function isFirstOf({ names }: Credits, name: string[]): boolean {
  const [first] = names;
  if (first === undefined) return false;
  return name === first || (name.length > 0 && first.slice(0, name.length).join(' ') === name.join(' '));
}

/** Whether two credits certainly speak of different people: a shared script and not one shared word. */
export function artistsDiffer(a: Credits, b: Credits): boolean {
  if (!areComparable(a.bag, b.bag)) return false;
  return ![...a.words].some((word) => b.words.has(word));
}

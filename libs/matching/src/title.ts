import { textKey, unify, wordsOf } from './text-key.js';
import { classifyNote, isMastering, isNamedEdition, namesPerformers, signatureWords } from './version-words.js';

/** A title taken apart. All texts in `textKey` form. */
export interface Title {
  /** The song's name without notes. */
  core: string;
  /** Words that make it another recording ("live wembley"), sorted; empty for the plain one. */
  signature: string;
  /** Bracketed text that belongs to the name, sorted. */
  subtitle: string;
  /** Artists named in the title. */
  featured: string[];
}

const FEATURING = /^(?:(?:feat|ft)(?:\.\s*|\s+)|featuring\s+)(.+)$/;
/** These may also say how it is played: "with strings". */
const PLAYED_WITH = /^(?:(?:with|w|con|avec|mit)\s+|w\/\s*)(.+)$/;
const TRAILING_FEATURING = /\s(?:(?:feat|ft)(?:\.\s*|\s+)|featuring\s+)(.+)$/;
const OPENING = '([{';
const CLOSING = ')]}';

export function parseTitle(name: string): Title {
  const { rest, notes } = takeNotes(unify(name));
  const trailing = TRAILING_FEATURING.exec(rest);
  const core = trailing ? rest.slice(0, trailing.index) : rest;
  const title: Title = {
    core: textKey(core),
    signature: '',
    subtitle: '',
    featured: trailing?.[1] ? [trailing[1]] : [],
  };
  const signature: string[] = [];
  const subtitle: string[] = [];
  const isRemastered = notes.some((note) => isMastering(wordsOf(textKey(note))));
  for (const note of notes) {
    const words = wordsOf(textKey(note));
    const kind = classifyNote(words);
    const featured = FEATURING.exec(note)?.[1];
    const playedWith = PLAYED_WITH.exec(note)?.[1];
    if (featured !== undefined && (kind !== 'hard' || namesPerformers(words))) title.featured.push(featured);
    else if (playedWith !== undefined && kind !== 'hard') title.featured.push(playedWith);
    else if (kind === 'hard') signature.push(...signatureWords(words));
    else if (kind === 'subtitle' && !(isRemastered && isNamedEdition(words))) subtitle.push(words.join(' '));
  }
  return { ...title, signature: [...new Set(signature)].sort().join(' '), subtitle: subtitle.sort().join(' | ') };
}

/** An album's name without what only tells the edition ("Deluxe Edition", "2011 Remaster"), in `textKey` form. */
export function albumKey(name: string): string {
  const { rest, notes } = takeNotes(unify(name));
  const telling = notes.map((note) => wordsOf(textKey(note))).filter((words) => classifyNote(words) !== 'soft');
  return [textKey(rest), ...telling.map((words) => words.join(' '))].join(' ');
}

/** Separates bracket groups (nested ones stay inside theirs) and trailing ` - ` parts from the name. */
function takeNotes(name: string): { rest: string; notes: string[] } {
  const { outside, groups } = takeBrackets(name);
  const [first = '', ...dashed] = outside.split(/\s-\s|\s-$/);
  const notes = [...groups, ...dashed]
    .flatMap((note) => note.split(/\s*[/;]\s*|\s-\s/))
    .map((note) => note.trim())
    .filter(Boolean);
  // A name that is all bracket ("(I Can't Get No)") is no note.
  return first.trim() === '' ? { rest: name, notes: [] } : { rest: first.trim(), notes };
}

function takeBrackets(name: string): { outside: string; groups: string[] } {
  const groups: string[] = [];
  let outside = '';
  let group = '';
  let depth = 0;
  for (const character of name) {
    if (OPENING.includes(character)) {
      if (depth > 0) group += ' ';
      depth += 1;
    } else if (CLOSING.includes(character) && depth > 0) {
      depth -= 1;
      if (depth === 0) {
        groups.push(group);
        group = '';
        outside += ' ';
      } else group += ' ';
    } else if (depth > 0) group += character;
    else outside += character;
  }
  // A bracket that is never closed is part of the name.
  return group ? { outside: outside + group, groups } : { outside: outside.replace(/\s+/g, ' '), groups };
}

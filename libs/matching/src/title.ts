import { textKey, unify, wordsOf } from './text-key.js';
import { classifyNote, signatureWords } from './version-words.js';

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

const FEATURING = /^(?:feat|ft|featuring|with|w|con|avec|mit)\s+(.+)$/;
const TRAILING_FEATURING = /\s(?:feat\.?|ft\.?|featuring)\s+(.+)$/;
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
  for (const note of notes) {
    const key = textKey(note);
    const featured = FEATURING.exec(note.replace(/\./g, '').replace(/^w\/\s*/, 'w '));
    const kind = classifyNote(wordsOf(key));
    if (featured?.[1] && kind !== 'hard') title.featured.push(featured[1]);
    else if (kind === 'hard') signature.push(...signatureWords(wordsOf(key)));
    else if (kind === 'subtitle') subtitle.push(key);
  }
  return { ...title, signature: [...new Set(signature)].sort().join(' '), subtitle: subtitle.sort().join(' | ') };
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

/** A parsed `fields` parameter: which keys to keep, each with what to keep inside; `null` = everything. */
export interface FieldMask {
  keep: Map<string, FieldMask | null>;
  drop: Set<string>;
}

/**
 * Parses `items(added_at,track(name,album(!images))),next,owner.id`. A dot goes one level down, parentheses group,
 * an exclamation mark excludes.
 */
export function parseFields(text: string): FieldMask {
  const mask: FieldMask = { keep: new Map(), drop: new Set() };
  for (const part of splitOutside(text)) addField(mask, part.trim());
  return mask;
}

function addField(mask: FieldMask, part: string): void {
  if (part === '') return;
  const split = /^(!?[\w-]+)(?:\.(.*)|\((.*)\))?$/s.exec(part);
  const name = split?.[1];
  if (name === undefined) return;
  const inner = split?.[2] ?? split?.[3];
  if (name.startsWith('!')) mask.drop.add(name.slice(1));
  else if (inner === undefined) mask.keep.set(name, null);
  else {
    const older = mask.keep.get(name);
    const parsed = parseFields(inner);
    mask.keep.set(name, older ? merge(older, parsed) : parsed);
  }
}

const merge = (left: FieldMask, right: FieldMask): FieldMask => ({
  keep: new Map([...left.keep, ...right.keep]),
  drop: new Set([...left.drop, ...right.drop]),
});

/** Splits at commas outside parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}

/** The documentation still speaks of `tracks` and `track` where development mode answers `items` and `item`. */
const OLD_NAMES: Record<string, string> = { items: 'tracks', item: 'track' };

export function applyFields(value: unknown, mask: FieldMask | null): unknown {
  if (mask === null || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => applyFields(item, mask));
  const keepsAll = mask.keep.size === 0;
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (mask.drop.has(key)) continue;
    const wanted = mask.keep.has(key) ? key : (OLD_NAMES[key] ?? key);
    if (keepsAll || mask.keep.has(wanted)) kept[key] = applyFields(inner, mask.keep.get(wanted) ?? null);
  }
  return kept;
}

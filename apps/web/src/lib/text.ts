const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** HTML that is safe to join: only `html` makes it. */
export class SafeHtml {
  constructor(readonly markup: string) {}
}

type Part = string | number | SafeHtml | readonly SafeHtml[];

/** Escapes whatever is put into the template, except HTML this function made itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): SafeHtml {
  return new SafeHtml(strings.reduce((markup, text, i) => markup + markupOf(parts[i - 1] ?? '') + text));
}

function markupOf(part: Part): string {
  if (part instanceof SafeHtml) return part.markup;
  if (typeof part === 'object') return part.map((item) => item.markup).join('');
  return escapeHtml(String(part));
}

/** Cuts by characters as people count them in code, never through a surrogate pair. */
export function cutName(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters).join('')}…`;
}

export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** `3:07`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `November 20, 2026`. */
export const formatDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });

/** `Friday, November 20 at 17:05`, where the reader is. */
export const formatMoment = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

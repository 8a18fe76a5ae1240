const SHAPE = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * The canonical form of an ISRC (12 characters, ISO 3901), or null when the text is none.
 * Platforms write them in lower case, with hyphens, or with "ISRC" in front.
 */
export function normaliseIsrc(text: string | null | undefined): string | null {
  if (!text) return null;
  const code = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/^ISRC:?/, '');
  return SHAPE.test(code) ? code : null;
}

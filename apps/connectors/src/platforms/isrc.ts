const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * Platforms write ISRCs in lower case, with hyphens or spaces, in full-width letters or as a placeholder.
 * @returns the 12 characters of ISO 3901 in upper case, or null for anything else.
 */
export function normaliseIsrc(written: string | null | undefined): string | null {
  if (written == null) return null;
  const isrc = written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash_Punctuation}]/gu, '');
  return ISRC.test(isrc) ? isrc : null;
}

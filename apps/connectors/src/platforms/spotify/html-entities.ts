const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const LAST_CODE_POINT = 0x10ffff;

/** Spotify escapes playlist descriptions as HTML; people wrote plain text. Decodes once, so `&amp;lt;` is `&lt;`. */
export function decodeHtmlEntities(escaped: string): string {
  return escaped.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? entity;
    const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint) : entity;
  });
}

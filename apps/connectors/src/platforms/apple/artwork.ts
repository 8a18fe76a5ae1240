import { urlOf } from '../foreign-values.js';

const COVER_PIXELS = 300;

/** Songs have a template (`.../{w}x{h}bb.jpg`), playlists often a ready address. */
export function artworkUrlOf(artwork: { url?: string | null } | null | undefined): string | null {
  const filled = artwork?.url
    ?.replaceAll('{w}', String(COVER_PIXELS))
    .replaceAll('{h}', String(COVER_PIXELS))
    .replaceAll('{f}', 'jpg')
    .replaceAll('{c}', 'bb');
  return urlOf(filled);
}

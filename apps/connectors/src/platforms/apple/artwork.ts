import type { CoverEdge } from '../cover-edges.js';
import { urlOf } from '../foreign-values.js';

/** Songs have a template (`.../{w}x{h}bb.jpg`), playlists often a ready address. */
export function artworkUrlOf(artwork: { url?: string | null } | null | undefined, { best }: CoverEdge): string | null {
  const filled = artwork?.url
    ?.replaceAll('{w}', String(best))
    .replaceAll('{h}', String(best))
    .replaceAll('{f}', 'jpg')
    .replaceAll('{c}', 'bb');
  return urlOf(filled);
}

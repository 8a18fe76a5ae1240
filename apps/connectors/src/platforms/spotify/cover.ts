import type { CoverEdge } from '../cover-edges.js';
import { urlOf } from '../foreign-values.js';
import type { SpotifyImages } from './spotify-shapes.js';

/** The smallest cover that is large enough; sizes may be unknown, then Spotify's first (largest) one. */
export function coverOf(images: SpotifyImages, { least }: CoverEdge): string | null {
  const largeEnough = images
    .filter((image) => (image.width ?? 0) >= least)
    .sort((one, other) => (one.width ?? 0) - (other.width ?? 0));
  return urlOf((largeEnough[0] ?? images[0])?.url);
}

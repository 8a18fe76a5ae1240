import { urlOf } from '../foreign-values.js';
import type { SpotifyImages } from './spotify-shapes.js';

/** Cards show covers at about this many pixels. */
const COVER_PIXELS = 300;

/** The smallest cover that is large enough; sizes may be unknown, then Spotify's first (largest) one. */
export function coverOf(images: SpotifyImages): string | null {
  const largeEnough = images
    .filter((image) => (image.width ?? 0) >= COVER_PIXELS)
    .sort((one, other) => (one.width ?? 0) - (other.width ?? 0));
  return urlOf((largeEnough[0] ?? images[0])?.url);
}

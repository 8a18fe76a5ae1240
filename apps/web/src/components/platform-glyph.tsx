import type { PlatformId } from '@segue/contracts';
import GLYPHS from './platform-glyphs.js';

/** A platform's sign in the colour of the text around it. */
export function PlatformGlyph({ platform, className = 'size-5' }: { platform: PlatformId; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`glyph shrink-0 ${className}`}
      // Our own file, and not a mask by a style attribute: pages are written at build time, and the content security
      // policy takes no styles from them.
      dangerouslySetInnerHTML={{ __html: GLYPHS[`../assets/platforms/${platform}.svg`] ?? '' }}
    />
  );
}

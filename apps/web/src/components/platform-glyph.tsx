import type { PlatformId } from '@segue/contracts';
import GLYPHS from './platform-glyphs.js';

export function PlatformGlyph({ platform, className = 'size-5' }: { platform: PlatformId; className?: string }) {
  const url = GLYPHS[`../assets/platforms/${platform}.svg`];
  return (
    <span
      aria-hidden="true"
      className={`glyph shrink-0 ${className}`}
      style={{ maskImage: url === undefined ? undefined : `url("${url}")` }}
    />
  );
}

import { useState } from 'react';
import { webAddress } from '../lib/browser.js';

interface CoverProps {
  url: string | null | undefined;
  className?: string;
  /** Edge in px, so that nothing jumps when the picture arrives. */
  size: number;
  /** Among the first things to be seen: fetched at once and before the others. */
  first?: boolean;
}

/** A cover, or the default one when there is none, it is no web address, or it does not load. */
export function Cover({ url, size, first = false, className = '' }: CoverProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const address = webAddress(url);
  const shape = `aspect-square shrink-0 ${className}`;
  if (address === null || address === brokenUrl) return <DefaultCover size={size} className={shape} />;
  return (
    <img
      src={address}
      alt=""
      width={size}
      height={size}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBrokenUrl(address)}
      className={`bg-sunken object-cover ${shape}`}
    />
  );
}

/** Drawn in place: as an image, browsers load a document for each one, which takes longer than the rest of a row. */
const DefaultCover = ({ size, className }: { size: number; className: string }) => (
  <svg viewBox="0 0 120 120" width={size} height={size} aria-hidden="true" className={`bg-[#8d857c] ${className}`}>
    <path
      d="M38 70V50M50 82V38M62 74V46M74 86V34M86 68V52"
      fill="none"
      stroke="#f4f1ed"
      strokeOpacity=".55"
      strokeWidth="5"
      strokeLinecap="round"
    />
  </svg>
);

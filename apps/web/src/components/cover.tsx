import { useState } from 'react';
import defaultCover from '../assets/cover.svg';
import { webAddress } from '../lib/browser.js';

interface CoverProps {
  url: string | null | undefined;
  className?: string;
  /** Edge in px, so that nothing jumps when the picture arrives. */
  size: number;
}

/** A cover, or the default one when there is none, it is no web address, or it does not load. */
export function Cover({ url, size, className = '' }: CoverProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const address = webAddress(url);
  return (
    <img
      src={address === null || address === brokenUrl ? defaultCover : address}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBrokenUrl(address)}
      className={`aspect-square shrink-0 bg-sunken object-cover ${className}`}
    />
  );
}

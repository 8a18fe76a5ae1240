import { Check, Plus } from 'lucide-react';
import { PercentRing } from '../../components/percent-ring.js';
import { PlatformGlyph } from '../../components/platform-glyph.js';

const SONGS = [
  { title: 'Paper Lanterns', artist: 'Mira Voss', tint: '#41606e', shape: 'M8 34 24 12l16 22z', missing: false },
  {
    title: 'Slow Orbit',
    artist: 'The Halden Trio',
    tint: '#7a5a4c',
    shape: 'M24 10a14 14 0 1 1 0 28 14 14 0 0 1 0-28',
    missing: false,
  },
  { title: 'Salt & Cedar', artist: 'Juno Park', tint: '#55684f', shape: 'M8 18h32v5H8zm0 11h22v5H8z', missing: true },
  {
    title: 'Last Tram Home',
    artist: 'Ode Ferreira',
    tint: '#6b5673',
    shape: 'M10 38V20a14 14 0 0 1 28 0v18h-7V20a7 7 0 0 0-14 0v18z',
    missing: false,
  },
];

/** What the compare screen looks like, drawn from made-up songs. */
export function ComparePreview() {
  return (
    <div
      role="img"
      aria-label="Two playlists side by side: three of four songs match, one can be added"
      className="mx-auto w-full max-w-md rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7"
    >
      <div aria-hidden="true">
        <div className="flex items-center justify-between gap-3">
          <PlatformGlyph platform="spotify" className="size-7" />
          <PercentRing percent={75} className="size-24" />
          <PlatformGlyph platform="apple" className="size-7" />
        </div>
        <ul className="mt-5 divide-y divide-line">
          {SONGS.map(({ title, artist, tint, shape, missing }) => (
            <li key={title} className="flex items-center gap-3 py-3">
              <Art tint={tint} shape={shape} />
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm font-semibold">{title}</p>
                <p className="truncate text-sm text-muted">{artist}</p>
              </div>
              {missing ? (
                <>
                  <span className="inline-flex items-center gap-1 rounded-full border border-line px-3 py-1 text-sm font-semibold">
                    <Plus className="size-3.5" /> Add
                  </span>
                  <span className="size-11 rounded-xl border-2 border-dashed border-line" />
                </>
              ) : (
                <>
                  <Check className="mx-2 size-4 text-good" />
                  <Art tint={tint} shape={shape} />
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const Art = ({ tint, shape }: { tint: string; shape: string }) => (
  <svg viewBox="0 0 48 48" className="size-11 shrink-0 rounded-xl">
    <rect width="48" height="48" fill={tint} />
    <path d={shape} fill="#fff" fillOpacity=".72" />
  </svg>
);

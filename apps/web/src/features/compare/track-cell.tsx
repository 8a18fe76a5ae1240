import type { Track } from '@segue/contracts';
import { Cover } from '../../components/cover.js';
import { formatDuration } from '../../lib/text.js';

/** For lines that end in dots: unlike a hidden overflow, a clipped one is no layer of its own for the browser. */
const ONE_LINE = 'overflow-clip text-ellipsis whitespace-nowrap';

/** One song: cover, name, artist and album, length. Lies in a flex row: thousands of these are scrolled past. */
export function TrackCell({ track, dimmed = false }: { track: Track; dimmed?: boolean }) {
  const name = track.name || (track.kind === 'gone' ? 'No longer there' : 'Unnamed');
  const nameLook = `font-medium ${dimmed ? 'text-muted' : ''}`;
  const artist = track.artist || track.artists.join(', ');
  return (
    <>
      <Cover url={track.cover_url} size={48} className={`size-12 rounded-lg ${dimmed ? 'opacity-50' : ''}`} />
      <div className="min-w-0 flex-1">
        {track.explicit === true ? (
          <div className={`flex min-w-0 items-center gap-1.5 ${nameLook}`}>
            <p className={`min-w-0 ${ONE_LINE}`}>{name}</p>
            <span
              title="Explicit"
              className="shrink-0 rounded bg-sunken px-1 text-[0.65rem] leading-4 font-bold text-muted"
            >
              E<span className="sr-only">xplicit</span>
            </span>
          </div>
        ) : (
          <p className={`${ONE_LINE} ${nameLook}`}>{name}</p>
        )}
        <p className={`${ONE_LINE} text-sm text-muted`}>
          {[artist, track.album].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
      {track.durationMs !== null && (
        <span className="shrink-0 text-sm text-muted tabular-nums">{formatDuration(track.durationMs)}</span>
      )}
    </>
  );
}

import type { Track } from '@segue/contracts';
import { Cover } from '../../components/cover.js';
import { formatDuration } from '../../lib/text.js';

/** One song: cover, name, artist and album, length. */
export function TrackCell({ track, dimmed = false }: { track: Track; dimmed?: boolean }) {
  const artist = track.artist || track.artists.join(', ');
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Cover url={track.cover_url} size={48} className={`size-12 rounded-lg ${dimmed ? 'opacity-50' : ''}`} />
      <div className="min-w-0 flex-1">
        <p className={`flex min-w-0 items-center gap-1.5 font-medium ${dimmed ? 'text-muted' : ''}`}>
          <span className="truncate">{track.name || (track.kind === 'gone' ? 'No longer there' : 'Unnamed')}</span>
          {track.explicit === true && (
            <span
              title="Explicit"
              className="shrink-0 rounded bg-sunken px-1 text-[0.65rem] leading-4 font-bold text-muted"
            >
              E<span className="sr-only">xplicit</span>
            </span>
          )}
        </p>
        <p className="truncate text-sm text-muted">{[artist, track.album].filter((part) => part !== '').join(' · ')}</p>
      </div>
      {track.durationMs !== null && (
        <span className="shrink-0 text-sm text-muted tabular-nums">{formatDuration(track.durationMs)}</span>
      )}
    </div>
  );
}

import { type PlatformId, type Playlist, PLATFORMS } from '@segue/contracts';
import { ExternalLink } from 'lucide-react';
import { Cover } from '../../components/cover.js';
import { PlatformGlyph } from '../../components/platform-glyph.js';
import { webAddress } from '../../lib/browser.js';
import { plural } from '../../lib/text.js';

interface PlaylistHeadProps {
  platform: PlatformId;
  /** Null when the platform has no such playlist. */
  playlist: Playlist | null;
  count: number | null;
  role: 'Source' | 'Target';
}

/** One side of the comparison. */
export function PlaylistHead({ platform, playlist, count, role }: PlaylistHeadProps) {
  const { name } = PLATFORMS[platform];
  const address = webAddress(playlist?.url);
  return (
    <section aria-label={`${role}: ${name}`} className="flex min-w-0 flex-1 items-center gap-4 md:gap-5">
      {playlist === null ? (
        <div className="grid size-18 shrink-0 place-items-center rounded-2xl border-2 border-dashed border-line-strong text-muted md:size-32">
          <PlatformGlyph platform={platform} className="size-9" />
        </div>
      ) : (
        <Cover url={playlist.image_url} size={128} className="size-18 rounded-2xl shadow-card md:size-32" />
      )}
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-sm font-medium text-muted">
          <PlatformGlyph platform={platform} />
          {name}
        </p>
        {playlist === null ? (
          <p className="mt-1.5 text-lg leading-snug font-semibold">No matching playlist yet</p>
        ) : (
          <>
            <p className="mt-1.5 line-clamp-2 text-xl leading-snug font-semibold tracking-tight break-words md:text-2xl">
              {playlist.name}
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
              {count !== null && plural(count, 'track')}
              {address !== null && (
                <a
                  href={address}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex min-h-6 items-center gap-1 rounded underline-offset-3 hover:underline"
                >
                  Open
                  <ExternalLink className="size-3.5" aria-hidden="true" />
                  <span className="sr-only">in {name}</span>
                </a>
              )}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

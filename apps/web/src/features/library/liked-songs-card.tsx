import { LIKED_SONGS_NAME, type PlatformId } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { ButtonLink } from '../../components/button.js';
import { likedPath } from '../../lib/paths.js';
import { plural } from '../../lib/text.js';
import { likedCountQuery } from './api.js';

/** The entry above the playlists. */
export function LikedSongsCard({ platform }: { platform: PlatformId }) {
  const { data: count, isError } = useQuery(likedCountQuery(platform));
  return (
    <section
      aria-label={LIKED_SONGS_NAME}
      className="mb-6 flex flex-wrap items-center gap-4 rounded-3xl border border-line bg-surface p-3 pr-5 shadow-card"
    >
      <span className="grid size-16 place-items-center rounded-2xl bg-sunken">
        <Heart className="size-7 fill-current" aria-hidden="true" />
      </span>
      <div className="min-w-32 flex-1">
        <h2 className="text-base">{LIKED_SONGS_NAME}</h2>
        <p className="text-sm text-muted">{countText(count, isError)}</p>
      </div>
      {count !== 0 && (
        <ButtonLink look="quiet" size="small" to={likedPath(platform)} className="px-6">
          View<span className="sr-only"> {LIKED_SONGS_NAME}</span>
        </ButtonLink>
      )}
    </section>
  );
}

function countText(count: number | undefined, failed: boolean): string {
  if (count === undefined) return failed ? 'Track count unknown' : 'Loading...';
  return count === 0 ? 'No liked songs found.' : plural(count, 'track');
}

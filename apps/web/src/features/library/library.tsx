import { type Playlist, PLATFORMS, type PlatformId } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Button, ButtonLink } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { hasCode, messageOf } from '../../lib/api.js';
import { paths, playlistPath } from '../../lib/paths.js';
import { libraryQuery } from './api.js';
import { LikedSongsCard } from './liked-songs-card.js';
import { PlaylistCard, PlaylistCardSkeleton } from './playlist-card.js';
import { restrictionOf } from './restriction.js';
import { TrackCount } from './track-count.js';

const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-4 sm:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))]';

/** The playlists of a connected platform. */
export function Library({ platform }: { platform: PlatformId }) {
  const { data: playlists, error, isFetching, refetch } = useQuery(libraryQuery(platform));

  if (hasCode(error, 'platform_not_connected', 'platform_reconnect_required')) {
    return <NotConnected platform={platform} reconnect={hasCode(error, 'platform_reconnect_required')} />;
  }
  return (
    <>
      {PLATFORMS[platform].likedSongs && <LikedSongsCard platform={platform} />}
      {error !== null && (
        <div className="mb-6" role="alert">
          <Notice
            tone="warn"
            actions={
              <Button look="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {messageOf(error, `Your playlists on ${PLATFORMS[platform].name} could not be loaded.`)}
          </Notice>
        </div>
      )}
      {playlists === undefined && error === null && <LibrarySkeleton />}
      {playlists?.length === 0 && <p className="py-16 text-center text-muted">No playlists found.</p>}
      {playlists !== undefined && playlists.length > 0 && <PlaylistGrid platform={platform} playlists={playlists} />}
    </>
  );
}

/** About what is seen without scrolling on a phone's screen and on a desk's, which is at least so many px wide. */
const PHONE_CARDS = 4;
const DESK_CARDS = 12;
const DESK_WIDTH = 640;

/** What is seen first is drawn at once, the rest in the pauses: a large library would hold up the page. */
function PlaylistGrid({ platform, playlists }: { platform: PlatformId; playlists: Playlist[] }) {
  const first = window.innerWidth < DESK_WIDTH ? PHONE_CARDS : DESK_CARDS;
  const drawn = useDeferredValue(playlists, playlists.slice(0, first));
  return (
    <ul className={GRID} aria-label={`Playlists on ${PLATFORMS[platform].name}`}>
      {drawn.map((playlist, place) => (
        <PlaylistCard
          key={playlist.id}
          first={place < PHONE_CARDS}
          name={playlist.name}
          imageUrl={playlist.image_url}
          owner={playlist.owner}
          count={(near) => <TrackCount playlist={playlist} near={near} />}
          restriction={restrictionOf(playlist)}
          to={playlist.readable ? playlistPath(platform, playlist.id) : null}
          state={{ playlist }}
        />
      ))}
    </ul>
  );
}

export function LibrarySkeleton() {
  return (
    <>
      <p role="status" className="mb-4 text-sm text-muted">
        Loading Library...
      </p>
      <ul className={GRID} aria-hidden="true">
        {Array.from({ length: 8 }, (_, i) => (
          <PlaylistCardSkeleton key={i} />
        ))}
      </ul>
    </>
  );
}

export function NotConnected({ platform, reconnect }: { platform: PlatformId; reconnect: boolean }) {
  const { name } = PLATFORMS[platform];
  return (
    <div className="grid place-items-center rounded-3xl border border-dashed border-line-strong px-6 py-20 text-center">
      <p className="text-lg font-semibold">{name} is not connected.</p>
      <p className="mt-2 max-w-sm text-muted">
        {reconnect
          ? `${name} has ended the access you gave us. Connect it again and everything is as before.`
          : 'Connect it to see your playlists here and compare them.'}
      </p>
      <ButtonLink to={paths.platforms} className="mt-6">
        Connect {name}
      </ButtonLink>
    </div>
  );
}

import { isResourceId, PLATFORM_IDS, type PlatformId, type Playlist } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { BackToLibrary } from '../components/back-to-library.js';
import { useTitle } from '../components/use-title.js';
import { FreePlanBanner } from '../features/billing/free-plan-banner.js';
import { PlaylistLoader } from '../features/compare/playlist-loader.js';
import { trackCountQuery } from '../features/library/api.js';
import { isPlaylist } from '../features/library/is-playlist.js';
import { NotFoundPage } from './not-found-page.js';

export function ComparePage() {
  const params = useParams();
  const platform = PLATFORM_IDS.find((id) => id === params['platform']);
  const id = params['id'];
  if (platform === undefined || !isResourceId(id)) return <NotFoundPage />;
  return <ComparePlaylist key={`${platform}:${id}`} platform={platform} id={id} />;
}

function ComparePlaylist({ platform, id }: { platform: PlatformId; id: string }) {
  useTitle('Compare');
  const { state } = useLocation();
  const given = useMemo(() => givenPlaylist(state, platform, id), [state, platform, id]);
  // The dashboard may have counted it already.
  const { data: counted = null } = useQuery({ ...trackCountQuery(platform, id), enabled: false });
  return (
    <div className="page pt-6">
      <BackToLibrary platform={platform} />
      <FreePlanBanner className="mt-4" steady />
      <PlaylistLoader platform={platform} id={id} given={given} knownCount={counted} />
    </div>
  );
}

/** History state can hold anything: only a playlist that belongs to this address counts. */
function givenPlaylist(state: unknown, platform: PlatformId, id: string): Playlist | null {
  if (typeof state !== 'object' || state === null || !('playlist' in state)) return null;
  const { playlist } = state;
  return isPlaylist(playlist) && playlist.id === id && playlist.platform === platform ? playlist : null;
}

import {
  LIKED_SONGS_ID,
  LIKED_SONGS_NAME,
  PLATFORM_IDS,
  PLATFORMS,
  type PlatformId,
  type Playlist,
} from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { BackToLibrary } from '../components/back-to-library.js';
import { useTitle } from '../components/use-title.js';
import { FreePlanBanner } from '../features/billing/free-plan-banner.js';
import { CompareScreen } from '../features/compare/compare-screen.js';
import { likedCountQuery } from '../features/library/api.js';
import { NotFoundPage } from './not-found-page.js';

export function LikedSongsPage() {
  const params = useParams();
  const platform = PLATFORM_IDS.find((id) => id === params['platform']);
  if (platform === undefined || !PLATFORMS[platform].likedSongs) return <NotFoundPage />;
  return <CompareLikedSongs platform={platform} />;
}

function CompareLikedSongs({ platform }: { platform: PlatformId }) {
  useTitle(LIKED_SONGS_NAME);
  const { data: count = null } = useQuery(likedCountQuery(platform));
  const source = useMemo(() => likedSongsOf(platform), [platform]);
  return (
    <div className="page pt-6">
      <BackToLibrary platform={platform} />
      <FreePlanBanner className="mt-4" steady />
      <CompareScreen source={source} knownCount={count} />
    </div>
  );
}

/** The pseudo-playlist of liked songs. */
const likedSongsOf = (platform: PlatformId): Playlist => ({
  id: LIKED_SONGS_ID,
  name: LIKED_SONGS_NAME,
  description: '',
  image_url: null,
  track_count: null,
  owner: '',
  platform,
  url: null,
  readable: true,
  editable: false,
  restriction: null,
});

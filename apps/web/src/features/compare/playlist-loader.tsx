import { type PlatformId, type Playlist, PLATFORMS } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { Spinner } from '../../components/spinner.js';
import { playlistQuery } from './api.js';
import { CompareScreen, Failure } from './compare-screen.js';

interface PlaylistLoaderProps {
  platform: PlatformId;
  id: string;
  /** The playlist as the screen before knew it, so that it need not be asked for. */
  given: Playlist | null;
  knownCount: number | null;
}

export function PlaylistLoader({ platform, id, given, knownCount }: PlaylistLoaderProps) {
  const {
    data: playlist,
    error,
    refetch,
  } = useQuery({
    ...playlistQuery(platform, id),
    ...(given !== null && { initialData: given }),
  });
  if (playlist !== undefined) {
    return <CompareScreen source={playlist} knownCount={playlist.track_count ?? knownCount} />;
  }
  if (error !== null) {
    return <Failure error={error} name={PLATFORMS[platform].name} onRetry={() => void refetch()} />;
  }
  return (
    <p role="status" className="flex min-h-[50dvh] items-center justify-center gap-3 text-muted">
      <Spinner />
      Loading playlist...
    </p>
  );
}

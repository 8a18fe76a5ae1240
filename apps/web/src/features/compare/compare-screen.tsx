import { LONG_PLAYLIST_TRACKS, type Playlist, PLATFORMS, type Track } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/button.js';
import { Spinner } from '../../components/spinner.js';
import { hasCode, messageOf } from '../../lib/api.js';
import { paths } from '../../lib/paths.js';
import { tracksQuery } from './api.js';
import { CompareResult } from './compare-result.js';
import { useComparison } from './use-comparison.js';

interface CompareScreenProps {
  source: Playlist;
  /** What is known of its length before its tracks are read. */
  knownCount: number | null;
}

/** Reads the source's tracks and compares them with the other side. */
export function CompareScreen({ source, knownCount }: CompareScreenProps) {
  const tracks = useQuery(tracksQuery(source.platform, source.id));
  if (tracks.data === undefined) {
    return tracks.error === null ? (
      <Loading text={loadingText(knownCount)} />
    ) : (
      <Failure error={tracks.error} name={PLATFORMS[source.platform].name} onRetry={() => void tracks.refetch()} />
    );
  }
  return (
    <Compared
      source={source}
      tracks={tracks.data}
      readAtMs={tracks.dataUpdatedAt}
      reading={tracks.isFetching}
      onRead={() => void tracks.refetch()}
    />
  );
}

const loadingText = (count: number | null) =>
  count !== null && count > LONG_PLAYLIST_TRACKS
    ? 'Loading playlist... (this may take a while)'
    : 'Loading playlist...';

interface ComparedProps {
  source: Playlist;
  tracks: readonly Track[];
  readAtMs: number;
  reading: boolean;
  /** Reads the source again; newer tracks are compared anew by themselves. */
  onRead: () => void;
}

function Compared({ source, tracks, readAtMs, reading, onRead }: ComparedProps) {
  const found = useComparison(source, tracks, readAtMs);
  const { check, answer, comparison, counts } = found;

  if (answer === undefined || comparison === undefined || counts === undefined) {
    return check.error === null ? (
      <Loading text={loadingText(tracks.length)} />
    ) : (
      <Failure error={check.error} name={found.targetName} onRetry={() => void check.refetch()} />
    );
  }
  return (
    <CompareResult
      // Another playlist starts from the beginning.
      key={`${source.platform}:${source.id}`}
      {...{ source, tracks, found, answer, comparison, counts }}
      refreshing={reading || check.isFetching}
      onRefresh={() => (found.retry(), onRead())}
    />
  );
}

/** As large as what comes, so that nothing jumps. */
function Loading({ text }: { text: string }) {
  return (
    <div>
      <div className="grid items-center gap-5 pt-6 pb-6 md:gap-8 md:pb-8 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:pt-12">
        <HeadSkeleton />
        <div className="skeleton order-last mx-auto size-28 rounded-full md:order-none md:size-32" />
        <HeadSkeleton />
      </div>
      <p role="status" className="flex items-center justify-center gap-3 py-6 text-muted">
        <Spinner />
        {text}
      </p>
      <div className="space-y-4" aria-hidden="true">
        {Array.from({ length: 6 }, (_, i) => (
          <div key={i} className="grid gap-4 md:grid-cols-2">
            <div className="skeleton h-12" />
            <div className="skeleton hidden h-12 md:block" />
          </div>
        ))}
      </div>
    </div>
  );
}

const HeadSkeleton = () => (
  <div className="flex items-center gap-5" aria-hidden="true">
    <div className="skeleton size-18 shrink-0 rounded-2xl md:size-32" />
    <div className="w-full space-y-3">
      <div className="skeleton h-4 w-24" />
      <div className="skeleton h-6 w-3/4 max-w-60" />
    </div>
  </div>
);

interface FailureProps {
  error: unknown;
  /** The platform that was asked. */
  name: string;
  onRetry: () => void;
}

export function Failure({ error, name, onRetry }: FailureProps) {
  const connect = hasCode(error, 'platform_not_connected', 'platform_reconnect_required');
  return (
    <div role="alert" className="grid min-h-[50dvh] place-items-center text-center">
      <div className="max-w-md">
        <h1 className="text-2xl">{connect ? `${name} is not connected.` : 'This playlist could not be compared'}</h1>
        <p className="mt-3 text-muted">
          {connect
            ? `To compare playlists, Segue has to see both sides. ${messageOf(error, '')}`
            : messageOf(error, 'Something went wrong. Please try again.')}
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {connect && <ButtonLink to={paths.platforms}>Your Platforms</ButtonLink>}
          <Button look="quiet" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  );
}

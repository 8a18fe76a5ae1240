import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { queryClient } from '../app/query-layout.js';
import { Button } from '../components/button.js';
import { PageHeader } from '../components/card.js';
import { Notice } from '../components/notice.js';
import { PlatformGlyph } from '../components/platform-glyph.js';
import { useTitle } from '../components/use-title.js';
import { FreePlanBanner } from '../features/billing/free-plan-banner.js';
import { libraryQuery } from '../features/library/api.js';
import { readLibraryCache } from '../features/library/library-cache.js';
import { Library, LibrarySkeleton, NotConnected } from '../features/library/library.js';
import { platformStatusQuery } from '../features/platforms/api.js';
import { messageOf } from '../lib/api.js';
import { readToken } from '../lib/token.js';

/** What the screen asks first, before it is drawn. */
export function askAhead(): void {
  if (readToken() === null) return;
  const platform = shownIn(new URLSearchParams(window.location.search));
  void queryClient.prefetchQuery(platformStatusQuery(platform));
  void queryClient.prefetchQuery(libraryQuery(platform));
}

const shownIn = (search: URLSearchParams): PlatformId =>
  PLATFORM_IDS.find((id) => id === search.get('tab')) ?? PLATFORM_IDS[0];

export function DashboardPage() {
  useTitle('Dashboard');
  const [search, setSearch] = useSearchParams();
  const shown = shownIn(search);

  return (
    <div className="page">
      <PageHeader title="Your library" lead="Choose a playlist to compare it with the other side." />
      <FreePlanBanner className="mb-6" />
      <Tabs.Root value={shown} onValueChange={(tab) => setSearch({ tab }, { replace: true })}>
        <Tabs.List
          aria-label="Platform"
          className="mb-6 flex w-full gap-1 overflow-x-auto rounded-full bg-sunken p-1 sm:w-fit"
        >
          {PLATFORM_IDS.map((platform) => (
            <Tabs.Trigger
              key={platform}
              value={platform}
              className="flex min-h-10 flex-1 items-center justify-center gap-2 rounded-full px-5 text-sm font-semibold whitespace-nowrap text-muted data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-card"
            >
              <PlatformGlyph platform={platform} />
              {PLATFORMS[platform].name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {PLATFORM_IDS.map((platform) => (
          <Tabs.Content key={platform} value={platform} className="rounded-3xl">
            <PlatformLibrary platform={platform} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </div>
  );
}

function PlatformLibrary({ platform }: { platform: PlatformId }) {
  const { data: status, error, refetch } = useQuery(platformStatusQuery(platform));
  // Both at once: nearly everybody is connected, and a platform that is not refuses without being asked.
  useQuery({ ...libraryQuery(platform), notifyOnChangeProps: [] });
  const [remembered] = useState(() => readLibraryCache(platform, Date.now()) !== undefined);
  if (error !== null && status === undefined) {
    return (
      <Notice
        tone="warn"
        actions={
          <Button look="quiet" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(error, `The connection to ${PLATFORMS[platform].name} could not be checked.`)}
      </Notice>
    );
  }
  // What the browser remembers is shown while the connection is still being checked.
  if (status === undefined && !remembered) return <LibrarySkeleton />;
  if (status !== undefined && (!status.connected || status.reconnectRequired)) {
    return <NotConnected platform={platform} reconnect={status.reconnectRequired} />;
  }
  return <Library platform={platform} />;
}

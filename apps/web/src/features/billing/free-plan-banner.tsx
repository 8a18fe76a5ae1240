import { COUNTDOWN_REFRESH_MS, FREE_UPDATE_WINDOW_MS } from '@segue/contracts';
import { useState } from 'react';
import { ButtonLink } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { paths } from '../../lib/paths.js';
import { useSession } from '../../lib/session.js';
import { useNow } from '../../lib/use-now.js';
import { timeLeft } from './time-left.js';

interface FreePlanBannerProps {
  className?: string;
  /** Does not come in while the screen is being used, where it would push the rows away under the finger. */
  steady?: boolean;
}

/** Which playlist a free member's day went to, and when the next one may follow. */
export function FreePlanBanner({ className = '', steady = false }: FreePlanBannerProps) {
  const { statusLoading, subscriptionStatus, lastPlaylistUpdate } = useSession();
  const nowMs = useNow(COUNTDOWN_REFRESH_MS);
  // Null until the plan is known, which is when the screen comes to be seen.
  const [knownBefore, setKnownBefore] = useState<boolean | null>(null);
  if (knownBefore === null && !statusLoading) setKnownBefore(lastPlaylistUpdate !== null);
  if (subscriptionStatus === 'active' || subscriptionStatus === null || lastPlaylistUpdate === null) return null;
  if (steady && knownBefore !== true) return null;

  const leftMs = Date.parse(lastPlaylistUpdate.firstUpdatedAt) + FREE_UPDATE_WINDOW_MS - nowMs;
  // Our clock ticks once a minute and may run behind the server's: never more than the whole window.
  const left = timeLeft(Math.min(leftMs, FREE_UPDATE_WINDOW_MS));
  return (
    <div className={className} role="status">
      {left === null ? (
        <Notice tone="good">You can sync a new playlist now.</Notice>
      ) : (
        <Notice
          actions={
            <ButtonLink size="small" to={paths.plans}>
              Upgrade
            </ButtonLink>
          }
        >
          You updated <strong>{lastPlaylistUpdate.targetPlaylistName}</strong> today. You can go on with it; another
          playlist can be synced in <strong>{left}</strong>.
        </Notice>
      )}
    </div>
  );
}

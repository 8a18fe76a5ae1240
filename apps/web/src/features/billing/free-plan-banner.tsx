import { COUNTDOWN_REFRESH_MS, FREE_UPDATE_WINDOW_MS } from '@segue/contracts';
import { ButtonLink } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { paths } from '../../lib/paths.js';
import { useSession } from '../../lib/session.js';
import { useNow } from '../../lib/use-now.js';
import { timeLeft } from './time-left.js';

/** Which playlist a free member's day went to, and when the next one may follow. */
export function FreePlanBanner({ className = '' }: { className?: string }) {
  const { subscriptionStatus, lastPlaylistUpdate } = useSession();
  const nowMs = useNow(COUNTDOWN_REFRESH_MS);
  if (subscriptionStatus === 'active' || subscriptionStatus === null || lastPlaylistUpdate === null) return null;

  const left = timeLeft(Date.parse(lastPlaylistUpdate.firstUpdatedAt) + FREE_UPDATE_WINDOW_MS - nowMs);
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
